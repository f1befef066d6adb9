import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

/// Each system call of the writer's fails once at each place: the program goes on, and its recording is there, as far as
/// it was written, or a message says why it is not.
@Suite(
    .serialized,
    .enabled(
        if: SearchPath.find("swiftc") != nil && SearchPath.find("clang") != nil, "swiftc or clang is not in PATH"),
    .timeLimit(.generous))
struct RecorderFaultTests {
    private static let source = """
        import Foundation
        import RxSwift

        let subject = PublishSubject<String>()
        let subscription = subject.map { $0 + "!" }.subscribe(onNext: { _ in })
        let count = Int(ProcessInfo.processInfo.environment["EVENTS"] ?? "0")!
        for number in 0..<count { subject.onNext("\\(number)") }
        print("sent")
        """

    /// A library that stands before the system's: the call of FAULT_CALL by the number FAULT_NUMBER, of those on files in
    /// FAULT_FOLDER, fails with FAULT_ERROR, and the file FAULT_NOTE says that it did.
    private static let library = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <stdarg.h>
        #include <stdatomic.h>
        #include <stdbool.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/mman.h>
        #include <sys/stat.h>
        #include <sys/syscall.h>
        #include <unistd.h>

        static atomic_bool is_of_recording[1024];
        static atomic_int calls;

        static bool is_known(int file) { return file >= 0 && file < 1024 && is_of_recording[file]; }

        static bool is_path(const char *path) {
            const char *folder = getenv("FAULT_FOLDER");
            return folder != NULL && path != NULL && strncmp(path, folder, strlen(folder)) == 0;
        }

        static bool fails(const char *name, bool is_ours) {
            const char *call = getenv("FAULT_CALL");
            if (!is_ours || call == NULL || strcmp(call, name) != 0) return false;
            if (atomic_fetch_add(&calls, 1) + 1 != atoi(getenv("FAULT_NUMBER"))) return false;
            int note = (int)syscall(SYS_openat, AT_FDCWD, getenv("FAULT_NOTE"), O_WRONLY | O_CREAT, 0600);
            syscall(SYS_close, note);
            errno = atoi(getenv("FAULT_ERROR"));
            return true;
        }

        #define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

        int open(const char *path, int flags, ...) {
            va_list list;
            va_start(list, flags);
            mode_t mode = (flags & O_CREAT) != 0 ? va_arg(list, mode_t) : 0;
            va_end(list);
            bool is_ours = is_path(path);
            if (fails("open", is_ours)) return -1;
            int file = NEXT(open)(path, flags, mode);
            if (file >= 0 && file < 1024) is_of_recording[file] = is_ours;
            return file;
        }

        int fcntl(int file, int command, ...) {
            va_list list;
            va_start(list, command);
            long argument = va_arg(list, long);
            va_end(list);
            bool is_ours = is_known(file);
            if (fails("fcntl", is_ours)) return -1;
            int result = NEXT(fcntl)(file, command, argument);
            bool is_copy = command == F_DUPFD || command == F_DUPFD_CLOEXEC;
            if (is_copy && result >= 0 && result < 1024) is_of_recording[result] = is_ours;
            return result;
        }

        int close(int file) {
            if (fails("close", is_known(file))) return -1;
            if (is_known(file)) is_of_recording[file] = false;
            return NEXT(close)(file);
        }

        ssize_t write(int file, const void *bytes, size_t count) {
            if (fails("write", is_known(file))) return -1;
            if (fails("short write", is_known(file))) count = (count + 1) / 2;
            return NEXT(write)(file, bytes, count);
        }

        ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
            return fails("pread", is_known(file)) ? -1 : NEXT(pread)(file, bytes, count, offset);
        }

        int ftruncate(int file, off_t size) {
            return fails("ftruncate", is_known(file)) ? -1 : NEXT(ftruncate)(file, size);
        }

        int fstat(int file, struct stat *status) {
            return fails("fstat", is_known(file)) ? -1 : NEXT(fstat)(file, status);
        }

        int fchmod(int file, mode_t mode) { return fails("fchmod", is_known(file)) ? -1 : NEXT(fchmod)(file, mode); }

        int lstat(const char *path, struct stat *status) {
            return fails("lstat", is_path(path)) ? -1 : NEXT(lstat)(path, status);
        }

        int rename(const char *from, const char *to) { return fails("rename", is_path(from)) ? -1 : NEXT(rename)(from, to); }

        int unlink(const char *path) { return fails("unlink", is_path(path)) ? -1 : NEXT(unlink)(path); }

        void *mmap(void *place, size_t size, int rights, int flags, int file, off_t offset) {
            bool is_ours = size == 2 << 16 && (flags & MAP_ANONYMOUS) != 0;
            return fails("mmap", is_ours) ? MAP_FAILED : NEXT(mmap)(place, size, rights, flags, file, offset);
        }
        """

    private static let program = Result { try HarmlessProgram(source) }

    /// The folder of the compiled library, which all tests use.
    private static let faults = Result {
        let folder = try TemporaryFolder()
        let code = folder.path("faults.c")
        try Data(library.utf8).write(to: URL(filePath: code))
        let clang = try #require(SearchPath.find("clang"))
        let result = try BuiltCommand.run(
            ["-shared", "-fPIC", "-o", folder.path("faults.so"), code, "-ldl"], command: clang
        )
        try #require(result.status == 0, "\(result.errors)")
        return folder
    }

    private let folder: TemporaryFolder
    private let faults: String

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("own"), withIntermediateDirectories: true)
        faults = try Self.faults.get().path("faults.so")
    }

    /// The calls that the writer makes for a file of each name.
    private static let calls = [
        "x.rxtrace": ["open", "fcntl", "close", "write", "short write", "ftruncate", "fstat", "lstat", "mmap"],
        "x.json": [
            "open", "fcntl", "close", "write", "short write", "pread", "fstat", "lstat", "rename", "unlink", "mmap",
        ],
        "last.rxtrace": [
            "open", "fcntl", "close", "write", "short write", "pread", "ftruncate", "fstat", "fchmod", "lstat",
            "rename", "unlink", "mmap",
        ],
    ]
    private static let places = TestLength.times(1, long: 1_000)

    /// Events that a program sends: some blocks of a recording, or more than the memory that keeps the last calls.
    private static func events(for name: String) -> Int { name == "last.rxtrace" ? 20_000 : 2_000 }

    @Test(arguments: TestLength.some(calls.flatMap { name, calls in calls.map { (name, $0) } }, 12))
    func aCallThatFailsHarmsNothing(name: String, call: String) throws {
        let path = folder.path("own/\(name)")
        for number in 1...Self.places {
            for left in try FileManager.default.contentsOfDirectory(atPath: folder.path("own")) {
                try FileManager.default.removeItem(atPath: folder.path("own/\(left)"))
            }
            // One that is written anew.
            let events = "\(Self.events(for: name))"
            if call == "ftruncate" {
                _ = try Self.program.get().run("", recording: path, environment: ["EVENTS": events])
            }
            let note = folder.path("note")
            unlink(note)
            let result = try Self.program.get().run(
                "", recording: path,
                environment: [
                    "EVENTS": events, "LD_PRELOAD": faults, "FAULT_CALL": call, "FAULT_NUMBER": "\(number)",
                    "FAULT_NOTE": note, "FAULT_FOLDER": folder.path("own"),
                    "FAULT_ERROR": "\(call == "mmap" ? ENOMEM : EIO)",
                    "RXTRACE_LAST": name == "last.rxtrace" ? "1MB" : "",
                ])
            guard FileManager.default.fileExists(atPath: note) else {
                #expect(number > 1, "the writer makes no such call: nothing was tested")
                return
            }
            let place: Comment = "\(call) number \(number) for \(name): \(result.errors)"
            #expect(result.status == 0 && result.output == "sent\n", place)
            #expect(result.errors.isEmpty || result.errors.hasPrefix("rxtrace: "), place)
            let isWhole = try isWhole(path)
            #expect(isWhole || !result.errors.isEmpty, place)
        }
    }

    /// Whether the trace is there as a whole; a recording that is there can be read in any case.
    private func isWhole(_ path: String) throws -> Bool {
        if path.hasSuffix(".json") {
            if FileManager.default.fileExists(atPath: path) {
                return try TraceReader.read(contentsOf: path).calls.count > Self.events(for: "x.json")
            }
            let recording = path + ".rxtrace"
            if try size(recording) > 0 { _ = try TraceRecording(contentsOf: recording) }
            return false
        }
        guard try size(path) > 0 else { return false }
        let recording = try TraceRecording(contentsOf: path)
        return recording.problem == nil && recording.drops.memory == 0
    }

    private func size(_ path: String) throws -> Int {
        guard FileManager.default.fileExists(atPath: path) else { return 0 }
        return try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }
}
