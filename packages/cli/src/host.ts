import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { isBuiltin } from 'node:module';
import { createInterface } from 'node:readline/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** The environment of a command, apart from its terminal. Tests pass their own. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Resolves after `ms` milliseconds, or as soon as the signal aborts. Never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A new event id, which no receiver has seen. */
  readonly newEventId: () => string;
  /** Asks a yes-no question. `undefined` without a terminal, where nobody can answer. */
  readonly ask: ((question: string, signal: AbortSignal) => Promise<boolean>) | undefined;
  /** Whether this Node has SQLite: 22.13 or later. */
  readonly hasSqlite: boolean;
  /** Runs a program to its end, with the output of this process. Resolves with whether it succeeded. */
  readonly runProgram: (words: readonly string[], folder: string) => Promise<boolean>;
}

/** The host of this process. */
export const systemHost: Host = {
  env: process.env,
  now: Date.now,
  sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}),
  newEventId: () => `evt_${randomUUID().replaceAll('-', '')}`,
  ask: process.stdin.isTTY && process.stdout.isTTY ? ask : undefined,
  hasSqlite: isBuiltin('node:sqlite'),
  runProgram: ([program = '', ...args], cwd) =>
    new Promise((resolve) => {
      // On Windows, package managers are scripts, which only a shell starts.
      const shell = process.platform === 'win32';
      const child = spawn(program, args, { cwd, stdio: 'inherit', shell });
      child.on('error', () => resolve(false));
      child.on('close', (code) => resolve(code === 0));
    }),
};

async function ask(question: string, signal: AbortSignal): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl-C arrives here, and not as a signal of the process. When the input ends, there is no answer.
  const ended = new AbortController();
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  lines.once('close', () => ended.abort());
  try {
    const answer = await lines.question(`${question} [y/N] `, {
      signal: AbortSignal.any([signal, ended.signal]),
    });
    return /^y(es)?$/i.test(answer.trim());
  } catch {
    return false;
  } finally {
    lines.close();
  }
}
