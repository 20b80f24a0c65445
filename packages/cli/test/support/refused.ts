import { expect } from 'vitest';
import { runCli, SECRET, stillHost } from './run-cli.js';

/** Runs a command line that must fail with one sentence on stderr and exit code 2. Returns the sentence. */
export async function refused(args: readonly string[], host = stillHost()): Promise<string> {
  const printed = await runCli(args, host);
  expect(printed.out).toBe('');
  expect(printed.exit).toBe(2);
  expect(printed.err).toMatch(/^error: [^\n]+\n$/);
  expect(printed.err).not.toMatch(/Error:|node:/);
  expect(printed.err).not.toContain(SECRET);
  return printed.err;
}
