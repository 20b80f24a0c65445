/** Runs the work of an event once. Concurrent calls share the run; after a failure, the next call starts a new one. */
export function onceEach(work: (id: string) => Promise<void>): (id: string) => Promise<void> {
  const begun = new Map<string, Promise<void>>();
  return (id) => {
    const running =
      begun.get(id) ??
      work(id).catch((error: unknown) => {
        begun.delete(id);
        throw error;
      });
    begun.set(id, running);
    return running;
  };
}
