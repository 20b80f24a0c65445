import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { printable } from '../src/printable.js';
import { columnsOf, wantsColors } from '../src/process-terminal.js';
import { startProgress } from '../src/progress.js';
import { readNamedFile, readNamedText } from '../src/read-file.js';
import { recordingTerminal } from '../src/recording-terminal.js';

describe('colours', () => {
  it.each<[Record<string, string>, boolean, boolean]>([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, false],
    [{ TERM: 'dumb' }, true, false],
  ])('%j on a terminal (%s): %s', (env, isTerminal, colors) => {
    expect(wantsColors(env, isTerminal)).toBe(colors);
  });
});

describe('the width', () => {
  it.each<[Record<string, string>, { isTTY: boolean; columns: number }, number]>([
    [{}, { isTTY: true, columns: 132 }, 132],
    [{}, { isTTY: true, columns: 0 }, 80],
    [{}, { isTTY: true, columns: 10 }, 40],
    [{}, { isTTY: false, columns: 0 }, Number.POSITIVE_INFINITY],
    [{ COLUMNS: '100' }, { isTTY: true, columns: 132 }, 100],
    [{ COLUMNS: '100' }, { isTTY: false, columns: 0 }, 100],
    [{ COLUMNS: '1' }, { isTTY: true, columns: 132 }, 40],
    [{ COLUMNS: '' }, { isTTY: true, columns: 132 }, 132],
    [{ COLUMNS: 'wide' }, { isTTY: true, columns: 132 }, 132],
    [{ COLUMNS: '0' }, { isTTY: true, columns: 132 }, 132],
  ])('%j on %j: %d', (env, stream, columns) => {
    expect(columnsOf(env, stream)).toBe(columns);
  });
});

describe('printable', () => {
  it.each([
    ['a\nb\tc', 'a\nb\\tc'],
    ['\u0000\u001b[31m\u007f\u0085\u202e', '\\u0000\\u001b[31m\\u007f\\u0085\\u202e'],
    ['Zoë 🩺', 'Zoë 🩺'],
    ['x'.repeat(12), 'xxxxxxxxxx… and 2 more characters'],
  ])('%j', (text, shown) => {
    expect(printable(text, 10 + (text.length < 12 ? 20 : 0))).toBe(shown);
    expect(printable(new TextEncoder().encode(text), text.length < 12 ? 30 : 10)).toBe(shown);
  });
});

describe('a file that a command line names', () => {
  const text = '{"name":"Zoë 🩺"}\r\n';

  it.each([
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big-endian', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('is text in %s', async (_name, encode) => {
    const file = join(scratchFolder(), 'event.json');
    writeFileSync(file, encode(text));
    expect(await readNamedText(file, '--file', recordingTerminal())).toBe(text);
    const piped = recordingTerminal({ input: encode(text) });
    expect(await readNamedText('-', '--file', piped)).toBe(text);
    // A signature covers these bytes.
    expect(await readNamedFile(file, '--body', recordingTerminal())).toEqual(encode(text));
  });

  it.each([
    ['Latin-1', Buffer.from('Zoë', 'latin1')],
    ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x41])],
  ])('is refused in %s', async (_name, input) => {
    const read = readNamedText('-', '--file', recordingTerminal({ input }));
    await expect(read).rejects.toThrow('--file: standard input is not text in UTF-8 or UTF-16.');
  });

  it('is standard input for one option only', async () => {
    const terminal = recordingTerminal({ input: text });
    await readNamedFile('-', '--body', terminal);
    await expect(readNamedText('-', '--capture', terminal)).rejects.toThrow(
      '--body and --capture both read standard input',
    );
  });
});

describe('progress', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('prints nothing within the first second', () => {
    const terminal = recordingTerminal({ progress: 'redrawn' });
    const progress = startProgress(terminal);
    progress.say('1 of 2');
    vi.advanceTimersByTime(999);
    progress.stop();
    vi.advanceTimersByTime(60_000);
    expect(terminal.printed().err).toBe('');
  });

  it('is redrawn in place on a terminal, and removed for results and at the end', () => {
    const terminal = recordingTerminal({ progress: 'redrawn', columns: 12 });
    const progress = startProgress(terminal);
    progress.say('1 of 2');
    vi.advanceTimersByTime(1000);
    progress.print('result\n');
    vi.advanceTimersByTime(100);
    progress.say('a line that is too long');
    vi.advanceTimersByTime(500);
    progress.stop();
    const clear = '\r\u001b[K';
    const long = 'a line tha…';
    expect(terminal.printed()).toMatchObject({
      out: 'result\n',
      err: `${clear}1 of 2${clear}${clear}1 of 2${clear}${long}${clear}`,
    });
  });

  it('is a new line every ten seconds in a pipe, if it has changed', () => {
    const terminal = recordingTerminal({ progress: 'lines' });
    const progress = startProgress(terminal);
    progress.say('1 of 3');
    vi.advanceTimersByTime(1000);
    progress.say('2 of 3');
    vi.advanceTimersByTime(9999);
    expect(terminal.printed().err).toBe('1 of 3\n');
    vi.advanceTimersByTime(30_000);
    expect(terminal.printed().err).toBe('1 of 3\n2 of 3\n');
    progress.stop();
  });
});
