import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  fileProblem,
  nameOfFile,
  readNamedFile,
  STANDARD_INPUT,
  type Terminal,
  textOf,
  toUtf8,
  UsageError,
} from 'screening-webhooks-terminal';
import { type CapturedDelivery, CaptureFormatError, parseCapture } from './captured-delivery.js';

/**
 * Reads the deliveries of a capture file, of standard input, or of every `.jsonl` file in a directory, in the order of their receipt.
 *
 * @param option The option or command that names the path, for the message.
 * @throws UsageError for an unreadable file or line, which it names, and when there are no deliveries.
 */
export async function readCaptures(
  path: string,
  option: string,
  terminal: Pick<Terminal, 'readInput'>,
): Promise<readonly CapturedDelivery[]> {
  const files = await captureFiles(path);
  const read = await Promise.all(files.map((file) => readCaptureFile(file, option, terminal)));
  const deliveries = read.flat();
  if (deliveries.length === 0)
    throw new UsageError(`${nameOfFile(path)} contains no captured deliveries.`);
  return deliveries.toSorted((a, b) => a.receivedAt - b.receivedAt);
}

async function captureFiles(path: string): Promise<readonly string[]> {
  if (path === STANDARD_INPUT) return [path];
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = await readdir(path);
    return names
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => join(path, name));
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${fileProblem(error)}.`);
  }
}

async function readCaptureFile(
  file: string,
  option: string,
  terminal: Pick<Terminal, 'readInput'>,
): Promise<readonly CapturedDelivery[]> {
  const lines = linesOf(toUtf8(await readNamedFile(file, option, terminal)));
  return [...lines].flatMap((line, index) => {
    if (line?.trim() === '') return [];
    try {
      if (line === undefined) throw new CaptureFormatError('it is not UTF-8');
      return [parseCapture(line)];
    } catch (error) {
      if (!(error instanceof CaptureFormatError)) throw error;
      throw new UsageError(
        `${nameOfFile(file)}, line ${index + 1}, is not a captured delivery: ${error.message}; remove the line to read the others.`,
      );
    }
  });
}

// Decodes line by line: a string cannot hold a file of more than 512 MiB. A line that is not UTF-8 is `undefined`.
function* linesOf(bytes: Buffer): Generator<string | undefined> {
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf('\n', start);
    const end = newline === -1 ? bytes.length : newline;
    yield textOf(bytes.subarray(start, end));
    start = end + 1;
  }
}
