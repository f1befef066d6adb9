import Foundation
import Testing

/// The recorder's C part by itself under the thread sanitizer: threads record, with room and without, while another goes
/// through their records.
@Suite(.timeLimit(.generous)) struct RecorderRaceTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/CRxTraceBuffer").standardizedFileURL
    private static let clang = SearchPath.find("clang")
    /// Where the toolchain has what its thread sanitizer needs.
    private static let libraries = clang.map {
        URL(filePath: $0).resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "../lib/swift/linux").standardizedFileURL.path
    }

    @Test(.enabled(if: clang != nil, "clang is not in PATH"))
    func threadsShareNothingWithoutOrder() throws {
        let folder = try TemporaryFolder()
        let (code, program) = (folder.path("races.c"), folder.path("races"))
        try Data(Self.code.utf8).write(to: URL(filePath: code))
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
            .filter { $0.hasSuffix(".c") }.map { Self.sources.appending(path: $0).path }
        let libraries = try #require(Self.libraries)
        let built = try BuiltCommand.run(
            [
                "-w", "-g", "-O1", "-fsanitize=thread", "-I\(Self.sources.path)", "-I\(Self.sources.path)/include",
                code,
            ] + files + [
                "-o", program, "-lpthread", "-ldl", "-L\(libraries)", "-ldispatch", "-lBlocksRuntime",
                "-Wl,-rpath,\(libraries)",
            ], command: Self.clang)
        try #require(built.status == 0, "\(built.errors)")
        let result = try BuiltCommand.run([], command: program)
        #expect(result.status == 0, "\(result.errors)")
    }

    private static let code = """
        #include "CRxTraceBuffer.h"
        #include <pthread.h>
        #include <stdio.h>

        enum { THREADS = 4, ROUNDS = 20, CALLS = 6000 };

        static _Atomic(int) running;

        static void *record_calls(void *argument) {
            (void)argument;
            for (int call = 0; call < CALLS; call++) {
                uint64_t outer = rxtrace_open(5, (uint32_t)call + 1, 0, 0);
                uint64_t inner = rxtrace_open_next(6, (uint32_t)call + 1, 0, 1);
                uint64_t ticket = rxtrace_keep();
                rxtrace_close_next(inner);
                rxtrace_hand_on(&ticket, 1, 1);
                rxtrace_set_value(outer, 3);
                rxtrace_close(outer);
            }
            atomic_fetch_sub(&running, 1);
            return NULL;
        }

        // Goes through the records as the recording's writer does, while threads add to them.
        static uint64_t take(uint32_t epoch) {
            uint64_t sum = 0;
            rxtrace_thread *next = rxtrace_next_thread(epoch, NULL);
            while (next != NULL) {
                rxtrace_thread *thread = next;
                next = rxtrace_next_thread(epoch, thread);
                sum += thread->index + thread->is_main;
                bool is_over = rxtrace_thread_is_over(thread);
                const rxtrace_chunk *chunk = rxtrace_next_chunk(thread, NULL);
                while (chunk != NULL) {
                    const rxtrace_chunk *after = rxtrace_next_chunk(thread, chunk);
                    rxtrace_records records = rxtrace_chunk_records(chunk);
                    for (size_t index = 0; index < records.count; index++) {
                        const rxtrace_record *record = &records.first[index];
                        sum += record->operation + record->node;
                        if (record->operation < TRACE_OPERATIONS) sum += rxtrace_read_duration(record) + rxtrace_read_value(record);
                    }
                    if (after == NULL) break;
                    rxtrace_free_chunk(thread);
                    chunk = after;
                }
                for (uint32_t reason = 0; reason < TRACE_DROP_REASONS; reason++) sum += rxtrace_dropped(thread, reason);
                if (is_over) rxtrace_free_thread(thread);
            }
            return sum;
        }

        int main(void) {
            uint64_t sum = 0;
            for (int round = 0; round < ROUNDS; round++) {
                uint32_t epoch = rxtrace_start(round % 2 == 0 ? 2 : 64, false, NULL);
                pthread_t threads[THREADS];
                atomic_store(&running, THREADS);
                for (int index = 0; index < THREADS; index++) pthread_create(&threads[index], NULL, record_calls, NULL);
                while (atomic_load(&running) > 0) sum += take(epoch);
                for (int index = 0; index < THREADS; index++) pthread_join(threads[index], NULL);
                rxtrace_stop();
                sum += take(epoch);
            }
            return sum == 0;
        }
        """
}
