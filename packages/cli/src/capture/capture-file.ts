import { open } from 'node:fs/promises';
import { UsageError } from '@screening-webhooks/terminal';
import { fileProblem, missingFolder } from '../files/read-named-file.js';
import { type CapturedDelivery, formatCapture } from './captured-delivery.js';

/** An open capture file. */
export interface CaptureFile {
  /** Appends one delivery. Resolves when its whole line is written; calls are written in their order. */
  readonly append: (captured: CapturedDelivery) => Promise<void>;
  readonly close: () => Promise<void>;
}

const OWNER_ONLY = 0o600;

/**
 * Opens a capture file for appending, readable only by its owner: deliveries contain personal data.
 *
 * @throws UsageError when it cannot be written.
 */
export async function openCaptureFile(path: string): Promise<CaptureFile> {
  const failed = (error: unknown): UsageError =>
    new UsageError(`--out: cannot write ${path}: ${missingFolder(path) ?? fileProblem(error)}.`);
  const file = await open(path, 'a', OWNER_ONLY).catch((error: unknown) => {
    throw failed(error);
  });
  // An existing file keeps its mode when it is opened.
  await file.chmod(OWNER_ONLY);
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
