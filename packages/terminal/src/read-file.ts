import { readFile } from 'node:fs/promises';
import { fileProblem } from './file-problem.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

/** The name that stands for standard input on a command line. A file of this name is `./-`. */
export const STANDARD_INPUT = '-';

/**
 * The bytes of a file that a command line names, unchanged. `-` is standard input.
 *
 * @param option The option or command that names it, for the message.
 * @throws UsageError that says why it cannot be read.
 */
export async function readNamedFile(
  path: string,
  option: string,
  terminal: Pick<Terminal, 'readInput'>,
): Promise<Buffer> {
  if (path === STANDARD_INPUT) return Buffer.from(await terminal.readInput(option));
  try {
    return await readFile(path);
  } catch (error) {
    throw new UsageError(`${option}: cannot read ${path}: ${fileProblem(error)}.`);
  }
}

/**
 * The text of a file that a command line names, as {@link toUtf8} reads it. `-` is standard input.
 *
 * @throws UsageError that says why it cannot be read.
 */
export async function readNamedText(...named: Parameters<typeof readNamedFile>): Promise<string> {
  const text = textOf(toUtf8(await readNamedFile(...named)));
  if (text !== undefined) return text;
  const [path, option] = named;
  throw new UsageError(`${option}: ${nameOfFile(path)} is not text in UTF-8 or UTF-16.`);
}

/** Names a file of a command line in a sentence. */
export function nameOfFile(path: string): string {
  return path === STANDARD_INPUT ? 'standard input' : path;
}

/**
 * The bytes of a text file in UTF-8, without a byte order mark. Editors of Windows write one, and PowerShell writes UTF-16 with one.
 * Bytes in another encoding stay as they are, and so does UTF-16 that is broken.
 */
export function toUtf8(bytes: Buffer): Buffer {
  if (bytes.subarray(0, 3).toString('hex') === 'efbbbf') return bytes.subarray(3);
  const encoding = utf16Of(bytes);
  if (encoding === undefined) return bytes;
  try {
    return Buffer.from(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch {
    return bytes;
  }
}

/** The form of UTF-16 that begins with this byte order mark. `undefined` if none does. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** The text of bytes in UTF-8. `undefined` if they are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
