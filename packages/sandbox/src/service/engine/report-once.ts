/** Reports each error once. Jobs whose writes share a transaction fail with the same error. */
export function reportOnce(tell: (error: unknown) => void): (error: unknown) => void {
  const told = new WeakSet<Error>();
  return (error) => {
    if (error instanceof Error) {
      if (told.has(error)) return;
      told.add(error);
    }
    tell(error);
  };
}
