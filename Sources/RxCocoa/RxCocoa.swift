@_exported import RxRelay
@_exported import RxSwift

// Where URLSession is a module of its own, files that were written where it is not need it, too.
#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif
