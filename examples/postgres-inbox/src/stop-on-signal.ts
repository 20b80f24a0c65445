/** Runs the steps, one after the other, on SIGTERM or SIGINT. */
export function stopOnSignal(...steps: readonly (() => Promise<unknown>)[]): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    console.log('stopping');
    for (const step of steps) await step();
    process.exit();
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
}
