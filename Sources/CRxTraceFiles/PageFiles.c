#include <stddef.h>

#include "CRxTraceFiles.h"

// `#embed` is of C23. The compiler reads the files as bytes, and compiles this file anew if one of them changes. An array
// of numbers in Swift takes half a minute to compile.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Each module comes after those that it imports.
static const rxtrace_file files[] = {
    {"text.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/text.mjs" suffix(, 0)
    }},
    {"columns.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/columns.mjs" suffix(, 0)
    }},
    {"trace.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/trace.mjs" suffix(, 0)
    }},
    {"folding.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/folding.mjs" suffix(, 0)
    }},
    {"links.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/links.mjs" suffix(, 0)
    }},
    {"tree.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/tree.mjs" suffix(, 0)
    }},
    {"rowwords.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/rowwords.mjs" suffix(, 0)
    }},
    {"search.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/search.mjs" suffix(, 0)
    }},
    {"graph.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/graph.mjs" suffix(, 0)
    }},
    {"places.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/places.mjs" suffix(, 0)
    }},
    {"sourcelines.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/sourcelines.mjs" suffix(, 0)
    }},
    {"homes.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/homes.mjs" suffix(, 0)
    }},
    {"state.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/state.mjs" suffix(, 0)
    }},
    {"dom.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/dom.mjs" suffix(, 0)
    }},
    {"replay.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/replay.mjs" suffix(, 0)
    }},
    {"marbles.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/marbles.mjs" suffix(, 0)
    }},
    {"lanes.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/lanes.mjs" suffix(, 0)
    }},
    {"waits.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/waits.mjs" suffix(, 0)
    }},
    {"stats.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/stats.mjs" suffix(, 0)
    }},
    {"values.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/values.mjs" suffix(, 0)
    }},
    {"states.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/states.mjs" suffix(, 0)
    }},
    {"comparison.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/comparison.mjs" suffix(, 0)
    }},
    {"comparisonview.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/comparisonview.mjs" suffix(, 0)
    }},
    {"moveddrawing.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/moveddrawing.mjs" suffix(, 0)
    }},
    {"canvasview.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/canvasview.mjs" suffix(, 0)
    }},
    {"treeview.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/treeview.mjs" suffix(, 0)
    }},
    {"details.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/details.mjs" suffix(, 0)
    }},
    {"scrubber.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/scrubber.mjs" suffix(, 0)
    }},
    {"timelineview.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/timelineview.mjs" suffix(, 0)
    }},
    {"marblesview.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/marblesview.mjs" suffix(, 0)
    }},
    {"graphview.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/graphview.mjs" suffix(, 0)
    }},
    {"statsview.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/statsview.mjs" suffix(, 0)
    }},
    {"statesview.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/statesview.mjs" suffix(, 0)
    }},
    {"sourceview.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/sourceview.mjs" suffix(, 0)
    }},
    {"answers.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/answers.mjs" suffix(, 0)
    }},
    {"views.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/views.mjs" suffix(, 0)
    }},
    {"searchfield.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/searchfield.mjs" suffix(, 0)
    }},
    {"address.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/address.mjs" suffix(, 0)
    }},
    {"keys.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/keys.mjs" suffix(, 0)
    }},
    {"narrowing.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/narrowing.mjs" suffix(, 0)
    }},
    {"panes.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/panes.mjs" suffix(, 0)
    }},
    {"theme.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/theme.mjs" suffix(, 0)
    }},
    {"main.mjs", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/main.mjs" suffix(, 0)
    }},
    {"page.css", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/page.css" suffix(, 0)
    }},
    {"page.html", (const char[]){
#embed "../RxTraceKit/Rendering/Page/Source/page.html" suffix(, 0)
    }},
    {NULL, NULL},
};

const rxtrace_file *rxtrace_page_files(void) { return files; }
