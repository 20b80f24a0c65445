import { type ExitCode, exitCodes } from './exit-code.js';
import { readOnce } from './read-once.js';
import type { Terminal } from './terminal.js';

/** A terminal that records its output. */
export interface RecordingTerminal extends Terminal {
  readonly printed: () => { readonly out: string; readonly err: string; readonly exit: ExitCode };
  /** Resolves once the text has been printed to stdout. */
  readonly untilPrinted: (text: string) => Promise<void>;
  /** Resolves once the text has been printed to stderr. */
  readonly untilErrorPrinted: (text: string) => Promise<void>;
  /** Ctrl-C. */
  readonly interrupt: () => void;
}

interface RecordingOptions
  extends Partial<Pick<Terminal, 'columns' | 'colors' | 'isRead' | 'progress'>> {
  /** Standard input. Default: it is empty. */
  readonly input?: Uint8Array | string;
}

/** A terminal for tests. Default: no person reads it, 80 columns, no colours, and no progress, which depends on how fast a machine is. */
export function recordingTerminal({
  input = '',
  ...options
}: RecordingOptions = {}): RecordingTerminal {
  const interrupt = new AbortController();
  const printed = kept();
  const told = kept();
  let exit: ExitCode = exitCodes.ok;
  return {
    columns: 80,
    errColumns: options.columns ?? 80,
    isRead: false,
    colors: false,
    progress: 'none',
    ...options,
    readInput: readOnce(async () => Buffer.from(input)),
    signal: interrupt.signal,
    whenUnread: () => () => {},
    out: printed.add,
    err: told.add,
    exitWith: (code) => {
      exit = code;
    },
    printed: () => ({ out: printed.text(), err: told.text(), exit }),
    untilPrinted: printed.until,
    untilErrorPrinted: told.until,
    interrupt: () => interrupt.abort(),
  };
}

/** A text that grows. */
function kept() {
  const waits: { readonly part: string; readonly resolve: () => void }[] = [];
  let text = '';
  return {
    text: () => text,
    add(more: string): void {
      text += more;
      for (const { part, resolve } of waits) if (text.includes(part)) resolve();
    },
    until: (part: string): Promise<void> =>
      new Promise((resolve) => {
        if (text.includes(part)) resolve();
        else waits.push({ part, resolve });
      }),
  };
}
