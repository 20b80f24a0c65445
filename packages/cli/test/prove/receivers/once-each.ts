/** Does the work of an event once: whoever comes meanwhile waits for it, and a failure is forgotten. */
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
