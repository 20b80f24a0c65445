import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RecordingTerminal, recordingTerminal } from '@screening-webhooks/terminal';
import { onTestFinished } from 'vitest';
import type { Host } from '../../../src/cli/host.js';
import { run } from '../../../src/cli/run.js';
import { announceService } from '../../../src/cli/service/running-services.js';
import type { ServiceDescription } from '../../../src/service-description.js';

/** What a command has printed, and its exit code. */
export type Printed = ReturnType<RecordingTerminal['printed']>;

/** A host on which these services run. */
export function hostWith(...services: readonly ServiceDescription[]): Host {
  const servicesFolder = mkdtempSync(join(tmpdir(), 'services-'));
  onTestFinished(() => rmSync(servicesFolder, { recursive: true }));
  for (const service of services) announceService(servicesFolder, service);
  return { env: {}, servicesFolder };
}

/** Runs a command line in this process, to its end. */
export async function runCommand(args: readonly string[], host: Host): Promise<Printed> {
  const terminal = recordingTerminal();
  await run(args, terminal, host);
  return terminal.printed();
}

/** The JSON lines that a command has printed. */
export function jsonLines({ out }: Pick<Printed, 'out'>): Readonly<Record<string, unknown>>[] {
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** A command line that runs until it is stopped, or until the test ends. */
export interface RunningCommand {
  readonly terminal: RecordingTerminal;
  /** Presses Ctrl-C, and resolves when the command has ended. */
  stop(): Promise<Printed>;
  /** Resolves when the command has ended by itself. */
  ended(): Promise<Printed>;
}

export function startCommand(args: readonly string[], host: Host): RunningCommand {
  const terminal = recordingTerminal();
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
