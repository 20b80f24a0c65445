import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { fileProblem, missingFolder, UsageError, utf16Of } from 'screening-webhooks-terminal';
import { type CapturedDelivery, formatCapture } from './captured-delivery.js';

/** An open capture file. */
export interface CaptureFile {
  /** Appends one delivery. Resolves when its whole line is written; calls are written in their order. */
  readonly append: (captured: CapturedDelivery) => Promise<void>;
  readonly close: () => Promise<void>;
}

const { O_APPEND, O_CREAT, O_NONBLOCK, O_RDWR } = constants;
const OWNER_ONLY = 0o600;

/**
 * Opens a capture file for appending, readable only by its owner: deliveries contain personal data.
 *
 * @throws UsageError when it cannot be written, or is not a regular file.
 */
export async function openCaptureFile(path: string): Promise<CaptureFile> {
  const refused = (problem: string): UsageError =>
    new UsageError(`--out: cannot write ${path}: ${problem}.`);
  const failed = (error: unknown): UsageError => refused(missingFolder(path) ?? fileProblem(error));
  // A pipe that nobody reads must not block.
  const flags = O_APPEND | O_CREAT | O_RDWR | O_NONBLOCK;
  const file = await open(path, flags, OWNER_ONLY).catch((error: unknown) => {
    throw failed(error);
  });
  try {
    const stats = await file.stat();
    // A device is everybody's: its mode stays.
    if (!stats.isFile()) throw refused('it is not a regular file');
    const { buffer } = await file.read({ buffer: Buffer.alloc(2), position: 0 });
    if (utf16Of(buffer) !== undefined) throw refused('it is in UTF-16, and captures are in UTF-8');
    // An existing file keeps its mode when it is opened.
    await file.chmod(OWNER_ONLY);
    await endLastLine(file, stats.size);
  } catch (error) {
    await file.close();
    throw error instanceof UsageError ? error : failed(error);
  }
  let last: Promise<void> = Promise.resolve();
  return {
    append(captured) {
      const line = formatCapture(captured);
      const written = last
        .then(() => file.appendFile(line))
        .catch((error: unknown) => {
          throw failed(error);
        });
      last = written.catch(() => {});
      return written;
    },
    async close() {
      await last;
      await file.close();
    },
  };
}

// A process that was killed may have left a part of a line.
async function endLastLine(file: FileHandle, size: number): Promise<void> {
  if (size === 0) return;
  const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 });
  if (buffer.toString() !== '\n') await file.appendFile('\n');
}
