import { type RecordingTerminal, recordingTerminal } from 'screening-webhooks-terminal';
import type { Host } from '../../src/host.js';
import { run } from '../../src/run.js';

export const SECRET = 'whsec_terminal';

/** 2026-11-21T10:00:00Z. */
export const NOW = Date.UTC(2026, 10, 21, 10);

/** A host whose clock only moves when a command sleeps, with predictable ids. */
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
    ask: undefined,
    hasSqlite: false,
    runProgram: async () => true,
    ...overrides,
  };
}

/** The output and exit code of a command line. */
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

/** Parses the JSON lines that a command printed. */
export function jsonLines({ out }: Pick<Printed, 'out'>): Record<string, unknown>[] {
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
