import type { ChildProcess } from 'node:child_process';
import { startProgram } from 'screening-webhooks-test-support/program';
import { until } from 'screening-webhooks-test-support/until';
import type { PostgresInboxOptions } from '../../src/inbox/index.js';
import type { TestDatabase } from './server.js';

/** A worker in a process of its own. */
export interface WorkerProcess {
  readonly child: ChildProcess;
  /** The lines that it has printed. */
  readonly lines: () => readonly string[];
  /** Waits until it has printed a line. */
  readonly printed: (line: string) => Promise<void>;
  /**
   * Waits until it has ended and its last statements too, and resolves with the signal that ended it. Without that, the
   * server may still run a fetch that leases an event to a process that is dead.
   */
  readonly ended: Promise<unknown>;
}

/** Starts a program of this folder. */
export function startProcess(
  program: string,
  database: TestDatabase,
  options: PostgresInboxOptions,
  ...more: readonly string[]
): WorkerProcess {
  const file = new URL(program, import.meta.url);
  const application = crypto.randomUUID();
  const url = `${database.url}?application_name=${application}`;
  const { child, output, ended } = startProgram(file, url, JSON.stringify(options), ...more);
  const lines = (): readonly string[] =>
    output()
      .split('\n')
      .filter((line) => line !== '');
  return {
    child,
    lines,
    printed: (line) => until(() => lines().includes(line)),
    ended: ended.then(async ([, signal]) => {
      await until(async () => (await database.connectionsOf(application)) === 0);
      return signal;
    }),
  };
}
