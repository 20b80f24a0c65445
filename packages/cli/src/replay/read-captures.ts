import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '@screening-webhooks/terminal';
import {
  type CapturedDelivery,
  CaptureFormatError,
  parseCapture,
} from '../capture/captured-delivery.js';
import { fileProblem, readNamedFile } from '../files/read-named-file.js';

/**
 * Reads the deliveries of a capture file, or of every `.jsonl` file in a directory, in the order of their receipt.
 *
 * @throws UsageError for an unreadable file or line, which it names, and when there are no deliveries.
 */
export async function readCaptures(path: string): Promise<readonly CapturedDelivery[]> {
  const deliveries: CapturedDelivery[] = [];
  for (const file of await captureFiles(path)) deliveries.push(...(await readCaptureFile(file)));
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

async function readCaptureFile(file: string): Promise<readonly CapturedDelivery[]> {
  const lines = (await readNamedFile(file, 'replay')).toString('utf8').split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [parseCapture(line)];
    } catch (error) {
      if (!(error instanceof CaptureFormatError)) throw error;
      throw new UsageError(
        `${file}, line ${index + 1}, is not a captured delivery: ${error.message}.`,
      );
    }
  });
}
