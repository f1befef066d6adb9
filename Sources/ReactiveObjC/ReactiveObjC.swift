@_exported import RxInstrumented
