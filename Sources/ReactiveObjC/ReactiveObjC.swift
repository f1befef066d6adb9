// `import ReactiveObjC` brings ReactiveObjC's names and no others; `Trace` and the rest of RxInstrumented's own come by
// `import RxInstrumented`.

// What a class conforms to for `RACObserve` and `rac_willDeallocSignal()` where there is no NSObject of Apple's.
@_exported import protocol RxInstrumented.ReactiveCompatible
