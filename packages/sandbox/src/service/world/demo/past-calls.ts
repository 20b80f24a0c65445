import { z } from 'zod';
import type { CommandJob } from '../../engine/run-job.js';
import type { ChangeOperation, Operation } from '../../http/operation.js';
import type { Command, ScopedCommand } from '../../kernel/command.js';
import type { Scope } from '../../kernel/scope.js';
import { runDueJobs } from './run-due-jobs.js';

const HOUR = 3_600_000;
const Answer = z.record(z.string(), z.unknown());

/** What the service can do: its operations, and the work that becomes due by them. */
export interface Capabilities {
  readonly operations: readonly Operation[];
  readonly jobs: Readonly<Record<string, CommandJob>>;
}

/** What is sent with a call. */
interface CallInput {
  readonly id?: string;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
}

/** Calls of the API in a past that is made up, in the transaction of one command. */
export interface PastCalls {
  /** Goes on to a time that is some hours before the command's. What is due until then happens. */
  goTo(hoursAgo: number): Promise<void>;
  /** Calls an operation for the account, and returns its answer. */
  call(operationId: string, input: CallInput): Promise<Readonly<Record<string, unknown>>>;
  /** The command at the time that was gone to. */
  command(): ScopedCommand;
}

export function pastCalls(
  command: Command,
  scope: Scope,
  { operations, jobs }: Capabilities,
): PastCalls {
  let { now } = command;
  const at = (): ScopedCommand => ({ ...command, scope, now });
  return {
    async goTo(hoursAgo) {
      now = new Date(command.now.getTime() - hoursAgo * HOUR);
      await runDueJobs(command, jobs, now);
    },
    async call(operationId, { id, body, query = {} }) {
      const operation = operations.find(isChange(operationId));
      if (!operation) throw new Error(`No operation that changes something is ${operationId}.`);
      const [, param = 'id'] = /\{(\w+)\}/.exec(operation.path) ?? [];
      const params = id === undefined ? {} : { [param]: id };
      const run = operation.prepare({ params, query: new URLSearchParams(query), body });
      return Answer.parse(await run({ ...at(), keyScope: 'full_access' }));
    },
    command: at,
  };
}

function isChange(id: string) {
  return (operation: Operation): operation is ChangeOperation =>
    operation.method !== 'GET' && operation.id === id;
}
