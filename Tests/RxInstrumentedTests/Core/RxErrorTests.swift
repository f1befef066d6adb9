import Foundation
import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct RxErrorTests {
    /// RxSwift's, in which the type is in a module of that name.
    @Test func anErrorHasRxSwiftsDomain() {
        let error: any Error = RxError.timeout
        #expect((error as NSError).domain == "RxSwift.RxError")
        #expect((error as NSError).code == 6)
        #expect(error.localizedDescription.contains("(RxSwift.RxError error 6.)"))
    }
}
