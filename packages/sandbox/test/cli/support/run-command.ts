import { type RecordingTerminal, recordingTerminal } from 'screening-webhooks-terminal';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { expect, onTestFinished } from 'vitest';
import type { Host } from '../../../src/cli/host.js';
import { run } from '../../../src/cli/run.js';
import { announceService } from '../../../src/cli/running-service/running-services.js';
import type { ServiceDescription } from '../../../src/service/config/service-config.js';

/** The output of a command, and its exit code. */
export type Printed = ReturnType<RecordingTerminal['printed']>;

/** A host on which these services run. */
export function hostWith(...services: readonly ServiceDescription[]): Host {
  const host = { env: {}, servicesFolder: scratchFolder(), userId: process.getuid?.() };
  for (const service of services) announceOn(host, service);
  return host;
}

/** Announces a service, which must not fail. */
export function announceOn(host: Host, service: ServiceDescription, forwardTo?: string): void {
  const warn = (sentence: string): void => expect.fail(sentence);
  announceService(host, service, { forwardTo, warn });
}

/** Runs a command line in this process, to its end. */
export async function runCommand(
  args: readonly string[],
  host: Host,
  options?: Parameters<typeof recordingTerminal>[0],
): Promise<Printed> {
  const terminal = recordingTerminal(options);
  await run(args, terminal, host);
  return terminal.printed();
}

/** Runs a command line that must succeed. */
export async function succeed(host: Host, ...args: readonly string[]): Promise<Printed> {
  const printed = await runCommand(args, host);
  expect(printed, args.join(' ')).toMatchObject({ exit: 0 });
  return printed;
}

/** Runs a command line that must fail with one sentence on stderr. Returns the sentence. */
export async function refused(args: readonly string[], host: Host): Promise<string> {
  const { out, err, exit } = await runCommand(args, host);
  expect([out, exit], args.join(' ')).toEqual(['', 1]);
  expect(err).toMatch(/^error: [^\n]+\n$/);
  expect(err).not.toMatch(/Error:|node:|undefined/);
  return err;
}

/** The JSON lines that a command has printed. */
export function jsonLines({ out }: Pick<Printed, 'out'>): Readonly<Record<string, unknown>>[] {
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** The line that a service prints when Ctrl-C stops it. */
export const STOPPING =
  'screening-sandbox: stopping at SIGINT, once the work in progress has ended\n';

/** A command that runs until it is stopped, or until the test ends. */
export interface RunningCommand {
  readonly terminal: RecordingTerminal;
  /** Presses Ctrl-C, and resolves when the command has ended. */
  stop(): Promise<Printed>;
  /** Resolves when the command has ended by itself. */
  ended(): Promise<Printed>;
}

export function startCommand(
  args: readonly string[],
  host: Host,
  options?: Parameters<typeof recordingTerminal>[0],
): RunningCommand {
  const terminal = recordingTerminal(options);
  const running = run(args, terminal, host);
  onTestFinished(async () => {
    terminal.interrupt();
    await running;
  });
  const ended = async (): Promise<Printed> => {
    await running;
    return terminal.printed();
  };
  return {
    terminal,
    ended,
    stop() {
      terminal.interrupt();
      return ended();
    },
  };
}
