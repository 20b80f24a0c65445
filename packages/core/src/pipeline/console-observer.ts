import { type ConsoleLine, consoleLine } from './console-line.js';
import type { Observation, Observer } from './observer.js';

/** The lines of one kind: the last one that was written, and how many were left out since. */
interface Kind extends Pick<ConsoleLine, 'level' | 'interval'> {
  /** By `performance.now()`. */
  writtenAt: number;
  leftOut: number;
}

/**
 * The observer of a receiver without `observe`: it writes one line to the console for each failure and each rejection. A
 * line has the event's id and type where the event is trusted, the code, and the error with its stack where the receiver's
 * side is at fault; never a body, a header, a secret or a form field. The first line of a kind is written at once, then at
 * most one a second; of a rejection's code at most one a minute, and one an hour for a request without a signature. The
 * others are counted in the next line of the kind, or by `flush`.
 */
export function consoleObserver(): Observer {
  // By text. The texts are a closed list, so the map is small.
  const kinds = new Map<string, Kind>();

  function observe({ outcome, late, event }: Observation): void {
    const line = consoleLine(outcome, late);
    if (!line) return;
    const { text, level, interval, error } = line;
    const kind = kinds.get(text);
    const now = performance.now();
    if (kind && !isDue(kind, now)) {
      kind.leftOut += 1;
      return;
    }
    kinds.set(text, { level, interval, writtenAt: now, leftOut: 0 });
    const subject = event ? ` ${printable(event.type)} ${printable(event.id)}:` : '';
    write(level, `${subject} ${text}${countOf(kind)}`, error);
  }

  function flush(): void {
    for (const [text, kind] of kinds) {
      if (kind.leftOut === 0) continue;
      write(kind.level, ` ${text}${countOf(kind)}`);
      kind.leftOut = 0;
    }
  }

  return Object.assign(observe, { flush });
}

function isDue(kind: Kind, now: number): boolean {
  // A clock that went backwards, as that of fake timers does, or NaN: the interval starts again. Otherwise the log would
  // be silent for as long as the clock went back, or for ever.
  if (!(now >= kind.writtenAt)) kind.writtenAt = now;
  return now - kind.writtenAt >= kind.interval;
}

function countOf(kind: Kind | undefined): string {
  return kind && kind.leftOut > 0 ? ` (${kind.leftOut} more like this since the last line)` : '';
}

function write(level: ConsoleLine['level'], line: string, error?: unknown): void {
  const message = `[screening-webhooks]${line}`;
  const details = error === undefined ? [] : [error];
  try {
    // biome-ignore lint/suspicious/noConsole: the default observer exists to write here.
    console[level](message, ...details);
  } catch {
    // An error whose `stack` throws, say.
    // biome-ignore lint/suspicious/noConsole: as above.
    console[level](message);
  }
}

// An id is signed by the sender, but may hold any characters: none may start a new line, colour the terminal, or be a
// placeholder of the console that takes the place of the error.
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]|%/g, '?').slice(0, 100);
}
