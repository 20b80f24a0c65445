/**
 * Runs `task` now, and again `ms` milliseconds after each run has ended. Its errors go to `onError`.
 *
 * @returns Stops the repetition and resolves when the current run has ended.
 */
export function repeat(
  task: () => Promise<void>,
  ms: number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let running = run();

  async function run(): Promise<void> {
    await task().catch(onError);
    if (stopped) return;
    timer = setTimeout(() => {
      running = run();
    }, ms);
  }

  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
}
