// What Embedded Swift asks of a C library: memory, random numbers for its hashes, and a place for the
// message of a trap, which WebAssembly does not have.
#include <stddef.h>
#include <stdint.h>

// Blocks of 16, 32, 64 … bytes, each behind 16 bytes that hold its class; a block that was given back
// waits for the next of its class.
struct block { struct block *next; uint32_t class; uint32_t padding[2]; };
static struct block *waiting[28];
extern unsigned char __heap_base;
static uintptr_t top, end;

static struct block *fresh(size_t size) {
  if (top == 0) {
    top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    end = __builtin_wasm_memory_size(0) << 16;
  }
  if (size > end - top) {
    size_t pages = (size - (end - top) + 0xFFFFF) >> 20 << 4;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return NULL;
    end += pages << 16;
  }
  struct block *block = (struct block *)top;
  top += size;
  return block;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  uint32_t class = 0;
  while (class < 28 && ((size_t)16 << class) < size) class++;
  if (class == 28 || alignment > 16) return 12;
  struct block *block = waiting[class];
  if (block != NULL) {
    waiting[class] = block->next;
  } else {
    block = fresh(sizeof *block + ((size_t)16 << class));
    if (block == NULL) return 12;
    block->class = class;
  }
  *result = block + 1;
  return 0;
}

void free(void *memory) {
  if (memory == NULL) return;
  struct block *block = (struct block *)memory - 1;
  block->next = waiting[block->class];
  waiting[block->class] = block;
}

int memcmp(const void *left, const void *right, size_t count) {
  const unsigned char *a = left, *b = right;
  for (size_t index = 0; index < count; index++) {
    if (a[index] != b[index]) return a[index] < b[index] ? -1 : 1;
  }
  return 0;
}

// The seed of hashes. Who pastes a text into a page attacks nobody else, so it need not be random.
void arc4random_buf(void *memory, size_t count) { __builtin_memset(memory, 0x5A, count); }

// The product of two 128-bit numbers, by halves of 32 bits.
__int128 __multi3(__int128 left, __int128 right) {
  uint64_t a = (uint64_t)left, b = (uint64_t)right, mask = 0xFFFFFFFF;
  uint64_t low = (a & mask) * (b & mask), high = (a >> 32) * (b >> 32);
  uint64_t one = (a >> 32) * (b & mask) + (low >> 32);
  uint64_t two = (a & mask) * (b >> 32) + (one & mask);
  high += (one >> 32) + (two >> 32);
  high += a * (uint64_t)(right >> 64) + (uint64_t)(left >> 64) * b;
  return (__int128)((unsigned __int128)high << 64 | two << 32 | (low & mask));
}
