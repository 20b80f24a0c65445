import type { Terminal } from '@screening-webhooks/terminal';

/** Runs what Ctrl-C or SIGTERM stops. Meanwhile, SIGTERM does not end the process. */
export async function untilStopped(
  terminal: Terminal,
  run: (stop: AbortSignal) => Promise<void>,
): Promise<void> {
  const terminated = new AbortController();
  const onTerm = (): void => terminated.abort();
  process.on('SIGTERM', onTerm);
  try {
    await run(AbortSignal.any([terminal.signal, terminated.signal]));
  } finally {
    process.off('SIGTERM', onTerm);
  }
}
