import type { Host } from '../../src/host.js';
import { run } from '../../src/run.js';
import { type RecordingTerminal, recordingTerminal } from './recording-terminal.js';

export const SECRET = 'whsec_terminal';

/** 2026-11-21T10:00:00Z. */
export const NOW = Date.UTC(2026, 10, 21, 10);

/** A machine whose clock only moves when a command sleeps, and whose ids can be told. */
export function stillHost(overrides: Partial<Host> = {}): Host & { readonly slept: number[] } {
  const slept: number[] = [];
  let time = NOW;
  let ids = 0;
  return {
    slept,
    env: { SCREENING_SECRET: SECRET },
    now: () => time,
    async sleep(ms) {
      slept.push(ms);
      time += ms;
    },
    newEventId() {
      ids += 1;
      return `evt_${String(ids).padStart(4, '0')}`;
    },
    readInput: async () => new Uint8Array(),
    ...overrides,
  };
}

/** What a command line printed and answered. */
export interface Printed {
  readonly out: string;
  readonly err: string;
  readonly exit: number;
}

/** Runs a command line in this process. */
export async function runCli(
  args: readonly string[],
  host: Host = stillHost(),
  terminal: RecordingTerminal = recordingTerminal(),
): Promise<Printed> {
  await run(args, terminal, host);
  return terminal.printed();
}

/** The lines of JSON that a command printed. */
export function jsonLines({ out }: Pick<Printed, 'out'>): Record<string, unknown>[] {
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
