import RxSwift

private final class ImageView {
    var image = ""
}

private final class ContentCell {
    let imageView = ImageView()
    private var bag = DisposeBag()
    private let scheduler: HistoricalScheduler

    init(scheduler: HistoricalScheduler) {
        self.scheduler = scheduler
    }

    func show(_ contentImage: Observable<String>) {
        contentImage
            .throttle(.milliseconds(50), scheduler: scheduler)
            .subscribe(onNext: { [imageView] image in
                imageView.image = image
                print("shows \(image)")
            })
            .disposed(by: bag)
    }

    func prepareForReuse() {
        bag = DisposeBag()
    }
}

let throttleCell = Scenario(
    name: "throttle-cell",
    summary: "a list cell that throttles its image: the first at once, the latest 50 ms later, none after reuse"
) {
    let scheduler = HistoricalScheduler()
    let contentImage = PublishSubject<String>()
    let cell = ContentCell(scheduler: scheduler)
    cell.show(contentImage)
    contentImage.onNext("placeholder")
    contentImage.onNext("thumbnail")
    contentImage.onNext("full size")
    scheduler.advanceTo(scheduler.now.addingTimeInterval(0.1))
    contentImage.onNext("retina")
    contentImage.onNext("never shown")
    cell.prepareForReuse()
    scheduler.start()
    print("left showing \(cell.imageView.image)")
}
