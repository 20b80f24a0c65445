import { open } from 'node:fs/promises';
import { fileProblem } from '../files/read-named-file.js';
import { UsageError } from '../terminal/usage-error.js';
import { type CapturedDelivery, formatCapture } from './captured-delivery.js';

/** A file that deliveries are added to. */
export interface CaptureFile {
  /** Resolves when the line is written; lines are written whole, one after the other. */
  readonly append: (captured: CapturedDelivery) => Promise<void>;
  readonly close: () => Promise<void>;
}

const OWNER_ONLY = 0o600;

/**
 * Opens a capture file to add to it. Only its owner may read it: deliveries carry personal data.
 *
 * @throws UsageError when it cannot be written.
 */
export async function openCaptureFile(path: string): Promise<CaptureFile> {
  const failed = (error: unknown): UsageError =>
    new UsageError(`--out: cannot write ${path}: ${fileProblem(error)}.`);
  const file = await open(path, 'a', OWNER_ONLY).catch((error: unknown) => {
    throw failed(error);
  });
  // A file that was there before keeps its mode unless it is changed.
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
