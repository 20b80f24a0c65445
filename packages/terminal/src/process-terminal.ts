import { addAbortSignal } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { type ExitCode, exitCodes } from './exit-code.js';
import { InterruptedError, readOnce } from './read-once.js';
import type { Terminal } from './terminal.js';

const UNKNOWN_COLUMNS = 80;
const MIN_COLUMNS = 40;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The terminal of this process. It uses colours only on a terminal; `NO_COLOR` (no-color.org) turns them off, `FORCE_COLOR`
 * turns them on. A second Ctrl-C ends the process at once.
 */
export function processTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  const exit = (): void => process.exit(process.exitCode ?? exitCodes.ok);
  let end = exit;
  stdout.on(
    'error',
    whenNobodyReads(() => end()),
  );
  // The command continues without its progress and its errors.
  stderr.on(
    'error',
    whenNobodyReads(() => {}),
  );
  return {
    readInput: readOnce(() => readAll(interrupt.signal)),
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    columns: columnsOf(env, stdout),
    errColumns: columnsOf(env, stderr),
    isRead: stdout.isTTY === true,
    colors: wantsColors(env, stdout.isTTY === true),
    progress:
      stderr.isTTY === true && env['TERM'] !== 'dumb' && !isSet(env['CI']) ? 'redrawn' : 'lines',
    signal: interrupt.signal,
    whenUnread(run) {
      end = run;
      return () => {
        end = exit;
      };
    },
    exitWith: (code: ExitCode) => {
      process.exitCode = code;
    },
  };
}

async function readAll(signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of addAbortSignal(signal, process.stdin)) chunks.push(chunk);
  } catch (error) {
    throw signal.aborted ? new InterruptedError() : error;
  }
  return Buffer.concat(chunks);
}

/** A reader that closes the pipe early (`| head`) is not an error, and neither is a terminal that was closed. */
function whenNobodyReads(end: () => void): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    end();
  };
}

/**
 * The width of a line: `COLUMNS` (POSIX), otherwise the width of the terminal, at least 40. Without both, lines are not
 * limited, so that in a pipe each row of a table is one line.
 */
export function columnsOf(
  env: Environment,
  stream: Pick<WriteStream, 'isTTY' | 'columns'>,
): number {
  const given = /^[1-9]\d{0,5}$/.exec(env['COLUMNS'] ?? '');
  if (given) return Math.max(Number(given[0]), MIN_COLUMNS);
  if (!stream.isTTY) return Number.POSITIVE_INFINITY;
  // Some terminals report 0 when they do not know their width.
  return Math.max(stream.columns || UNKNOWN_COLUMNS, MIN_COLUMNS);
}

/** Whether to colour the output: `NO_COLOR` decides first, then `FORCE_COLOR`, then whether it goes to a terminal. */
export function wantsColors(env: Environment, isTerminal: boolean): boolean {
  if (isSet(env['NO_COLOR'])) return false;
  if (isSet(env['FORCE_COLOR'])) return env['FORCE_COLOR'] !== '0';
  return isTerminal && env['TERM'] !== 'dumb';
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
