// Where the program's file lies, and how large its variables are, by the file's symbols.

#define _GNU_SOURCE
#include "TurnVariables.h"

#if HAS_TURNS

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int find_base(struct dl_phdr_info *info, size_t size, void *base) {
    (void)size;
    // The program's own file comes first.
    *(uintptr_t *)base = info->dlpi_addr;
    return 1;
}

uintptr_t turn_program_base(void) {
    uintptr_t base = 0;
    dl_iterate_phdr(find_base, &base);
    return base;
}

enum { KNOWN_VARIABLES = 64 };

static turn_memory known[KNOWN_VARIABLES];
static size_t known_count;

static bool is_in_file(const ElfW(Shdr) *section, size_t size) {
    return section->sh_offset <= size && section->sh_size <= size - section->sh_offset;
}

// The variable at an address; an empty one if the file does not tell.
static turn_memory look_up(const char *file, size_t size, uintptr_t address, uintptr_t base) {
    const turn_memory none = {0, 0};
    const ElfW(Ehdr) *head = (const ElfW(Ehdr) *)file;
    if (size < sizeof *head || head->e_shentsize != sizeof(ElfW(Shdr)) || head->e_shoff > size ||
        head->e_shnum > (size - head->e_shoff) / sizeof(ElfW(Shdr))) return none;
    const ElfW(Shdr) *sections = (const ElfW(Shdr) *)(file + head->e_shoff);
    for (size_t index = 0; index < head->e_shnum; index++) {
        const ElfW(Shdr) *section = &sections[index];
        if (section->sh_type != SHT_SYMTAB || !is_in_file(section, size)) continue;
        const ElfW(Sym) *symbols = (const ElfW(Sym) *)(file + section->sh_offset);
        for (size_t next = 0; next < section->sh_size / sizeof *symbols; next++) {
            const ElfW(Sym) *symbol = &symbols[next];
            uintptr_t start = symbol->st_value + base;
            if (ELF64_ST_TYPE(symbol->st_info) != STT_OBJECT || symbol->st_shndx == SHN_UNDEF) continue;
            if (address >= start && address - start < symbol->st_size) return (turn_memory){start, start + symbol->st_size};
        }
    }
    return none;
}

static turn_memory read_symbols(uintptr_t address) {
    turn_memory found = {0, 0};
    struct stat about;
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (file < 0) return found;
    size_t size = fstat(file, &about) == 0 ? (size_t)about.st_size : 0;
    void *bytes = size == 0 ? MAP_FAILED : mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (bytes == MAP_FAILED) return found;
    found = look_up(bytes, size, address, turn_program_base());
    munmap(bytes, size);
    return found;
}

size_t turn_bytes_of_variable(turn_thread *self, uintptr_t address) {
    for (size_t index = 0; index < known_count; index++) {
        if (address >= known[index].start && address < known[index].end) return known[index].end - address;
        if (address == known[index].start) return SIZE_MAX;
    }
    if (known_count == KNOWN_VARIABLES) return SIZE_MAX;
    bool before = self->is_inside;
    self->is_inside = true;
    turn_memory found = read_symbols(address);
    self->is_inside = before;
    // What the file does not tell of is not looked up again either.
    known[known_count++] = found.end > 0 ? found : (turn_memory){address, address};
    return found.end > 0 ? found.end - address : SIZE_MAX;
}

#endif
