/**
 * Runs `task` now and again so many milliseconds after each end of it. Its errors go to `onError`.
 *
 * @returns Stops it, and resolves when a run under way has ended.
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
