import { concatBytes } from './concat-bytes.js';

// RFC 1952: two magic bytes, the method, flags, four bytes of time, extra flags, and the operating system.
const GZIP_MAGIC = [0x1f, 0x8b];
const OS_BYTE = 9;
// Unix, unknown and FAT: the values that gzip libraries write.
const OPERATING_SYSTEMS = [3, 255, 0];

/** True for bytes that begin as gzip does. */
export function isGzip(body: Uint8Array): boolean {
  return GZIP_MAGIC.every((byte, index) => body[index] === byte);
}

/** Decompresses gzip; undefined if it is not valid gzip, if the result exceeds the limit, or without compression streams. */
export async function gunzip(body: Uint8Array, limit: number): Promise<Uint8Array | undefined> {
  if (!isGzip(body) || typeof DecompressionStream === 'undefined') return undefined;
  return transform(body, new DecompressionStream('gzip'), limit);
}

/** The body as gzip, as libraries with the defaults of zlib write it. Empty on runtimes without compression streams. */
export async function gzip(body: Uint8Array): Promise<readonly Uint8Array[]> {
  if (typeof CompressionStream === 'undefined') return [];
  const bytes = await transform(body, new CompressionStream('gzip'), 2 * body.length + 1024);
  if (!bytes) return [];
  return OPERATING_SYSTEMS.map((system) => {
    const copy = bytes.slice();
    copy[OS_BYTE] = system;
    return copy;
  });
}

async function transform(
  body: Uint8Array,
  stream: GenericTransformStream,
  limit: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    const reader = new Blob([concatBytes(body)])
      .stream()
      .pipeThrough<Uint8Array>(stream)
      .getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      chunks.push(read.value);
      length += read.value.length;
      if (length > limit) {
        await reader.cancel();
        return undefined;
      }
    }
  } catch {
    return undefined;
  }
  return concatBytes(...chunks);
}
