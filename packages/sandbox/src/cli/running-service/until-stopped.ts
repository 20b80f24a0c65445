import { exitCodes, type Terminal } from 'screening-webhooks-terminal';

const TERMINATED = 143;

/** The reasons to stop a command, other than Ctrl-C. `SIGPIPE` means that nobody can read its output any more. */
export const stopSignals = ['SIGTERM', 'SIGHUP', 'SIGPIPE'] as const;
type StopSignal = (typeof stopSignals)[number];

/**
 * Runs a command that Ctrl-C, SIGTERM, a closed terminal (SIGHUP) or a closed pipe stops. The first of these does not end the process.
 * A second Ctrl-C or SIGTERM ends it at once, because the first can be waiting for a client. A closed terminal may send several SIGHUPs.
 *
 * @param run The reason of its signal is one of {@link stopSignals}, unless it was Ctrl-C.
 */
export async function untilStopped(
  terminal: Terminal,
  run: (stop: AbortSignal) => Promise<void>,
): Promise<void> {
  const stopped = new AbortController();
  const stop = AbortSignal.any([terminal.signal, stopped.signal]);
  const onSignal = (signal: StopSignal): void => stopped.abort(signal);
  let terminations = 0;
  const onTerm = (): void => {
    terminations += 1;
    // A session that ends sends both, a SIGHUP and a SIGTERM.
    if (terminations > 1 || terminal.signal.aborted) process.exit(TERMINATED);
    onSignal('SIGTERM');
  };
  const onHangUp = (): void => onSignal('SIGHUP');
  const onSecondInt = (): void => process.exit(exitCodes.interrupted);
  // The terminal takes the first Ctrl-C. Left to Node, a second one would not end process 1 of a container.
  const onStop = (): void => void process.on('SIGINT', onSecondInt);
  process.on('SIGTERM', onTerm);
  process.on('SIGHUP', onHangUp);
  const release = terminal.whenUnread(() => onSignal('SIGPIPE'));
  if (stop.aborted) onStop();
  else stop.addEventListener('abort', onStop, { once: true });
  try {
    await run(stop);
  } finally {
    release();
    stop.removeEventListener('abort', onStop);
    process.off('SIGHUP', onHangUp);
    process.off('SIGTERM', onTerm);
    process.off('SIGINT', onSecondInt);
  }
}
