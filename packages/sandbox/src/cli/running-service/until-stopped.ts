import { exitCodes, type Terminal } from 'screening-webhooks-terminal';

const TERMINATED = 143;

/**
 * Runs what Ctrl-C or SIGTERM stops. Meanwhile, the first of them does not end the process. A second one does, at once: the
 * first can be waiting for a client.
 *
 * @param run Its signal has the reason `SIGTERM`, if it was that one.
 */
export async function untilStopped(
  terminal: Terminal,
  run: (stop: AbortSignal) => Promise<void>,
): Promise<void> {
  const terminated = new AbortController();
  const stop = AbortSignal.any([terminal.signal, terminated.signal]);
  const onTerm = (): void => {
    if (stop.aborted) process.exit(TERMINATED);
    terminated.abort('SIGTERM');
  };
  const onSecondInt = (): void => process.exit(exitCodes.interrupted);
  // The terminal takes the first Ctrl-C. Left to Node, a second one would not end process 1 of a container.
  const onStop = (): void => void process.on('SIGINT', onSecondInt);
  process.on('SIGTERM', onTerm);
  if (stop.aborted) onStop();
  else stop.addEventListener('abort', onStop, { once: true });
  try {
    await run(stop);
  } finally {
    stop.removeEventListener('abort', onStop);
    process.off('SIGTERM', onTerm);
    process.off('SIGINT', onSecondInt);
  }
}
