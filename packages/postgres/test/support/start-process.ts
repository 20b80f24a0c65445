import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PostgresInboxOptions } from '../../src/inbox/index.js';
import { until } from './until.js';

/** A worker in a process of its own. */
export interface WorkerProcess {
  readonly child: ChildProcess;
  /** The lines that it has printed. */
  readonly lines: () => readonly string[];
  /** Waits until it has printed a line. */
  readonly printed: (line: string) => Promise<void>;
  /** Waits until it has ended, and resolves with the signal that ended it. */
  readonly ended: Promise<unknown>;
}

/** Starts a program of this folder. */
export function startProcess(
  program: string,
  url: string,
  options: PostgresInboxOptions,
  ...more: readonly string[]
): WorkerProcess {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const flags = ['--conditions=@screening-webhooks/source', '--import=tsx', path];
  const child = spawn(process.execPath, [...flags, url, JSON.stringify(options), ...more]);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  child.stderr.pipe(process.stderr);
  const lines = (): readonly string[] => output.split('\n').filter((line) => line !== '');
  return {
    child,
    lines,
    printed: (line) => until(() => lines().includes(line)),
    ended: once(child, 'exit').then(([, signal]) => signal),
  };
}
