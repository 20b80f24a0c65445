import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileProblem, UsageError } from 'screening-webhooks-terminal';
import { readNamedFile } from '../files/read-named-file.js';
import { type CapturedDelivery, CaptureFormatError, parseCapture } from './captured-delivery.js';

/**
 * Reads the deliveries of a capture file, or of every `.jsonl` file in a directory, in the order of their receipt.
 *
 * @param option The option or command that names the path, for the message.
 * @throws UsageError for an unreadable file or line, which it names, and when there are no deliveries.
 */
export async function readCaptures(
  path: string,
  option: string,
): Promise<readonly CapturedDelivery[]> {
  const files = await captureFiles(path);
  const read = await Promise.all(files.map((file) => readCaptureFile(file, option)));
  const deliveries = read.flat();
  if (deliveries.length === 0) throw new UsageError(`${path} contains no captured deliveries.`);
  return deliveries.toSorted((a, b) => a.receivedAt - b.receivedAt);
}

async function captureFiles(path: string): Promise<readonly string[]> {
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

async function readCaptureFile(file: string, option: string): Promise<readonly CapturedDelivery[]> {
  const lines = linesOf(await readNamedFile(file, option));
  return [...lines].flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [parseCapture(line)];
    } catch (error) {
      if (!(error instanceof CaptureFormatError)) throw error;
      throw new UsageError(
        `${file}, line ${index + 1}, is not a captured delivery: ${error.message}; remove the line to read the others.`,
      );
    }
  });
}

// Decodes line by line: a string cannot hold a file of more than 512 MiB.
function* linesOf(bytes: Buffer): Generator<string> {
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf('\n', start);
    const end = newline === -1 ? bytes.length : newline;
    yield bytes.toString('utf8', start, end);
    start = end + 1;
  }
}
