import { DataFolderError, diskFull, notWritable } from './data-folder-error.js';

const KEPT = 20;

/** The last lines that a database prints. They say why it does not open: its errors do not. */
export class DatabaseLog {
  readonly #lines: string[] = [];

  /** For PGlite. Nothing is printed. */
  readonly onStderr = (line: string): false => {
    this.#lines.push(line);
    if (this.#lines.length > KEPT) this.#lines.shift();
    return false;
  };

  /** Returns the fault that the user can cure. Undefined: the lines do not say. */
  reason(folder: string, cause: unknown): DataFolderError | undefined {
    const text = this.#lines.join('\n');
    if (/No space left|Quota exceeded/i.test(text)) {
      return diskFull(folder, cause);
    }
    if (/Read-only file system|Permission denied|not permitted/i.test(text)) {
      return notWritable(folder, cause);
    }
    return undefined;
  }

  /** Why a database that is there does not open. */
  unreadable(folder: string, cause: unknown): DataFolderError {
    const line = this.#lines.findLast((one) => /FATAL|PANIC/.test(one)) ?? String(cause);
    const message = `The database in ${folder} cannot be opened: ${line.replace(/^.*?(FATAL|PANIC): */, '').trim()}.`;
    return this.reason(folder, cause) ?? new DataFolderError('unreadable', message, cause);
  }
}
