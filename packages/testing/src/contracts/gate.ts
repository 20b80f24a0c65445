/** Something that work waits for until the test lets it pass. */
export interface Gate {
  /** Resolves when the gate opens, rejects when it fails. The first of the two counts. */
  readonly passed: Promise<void>;
  readonly open: () => void;
  readonly fail: (error: Error) => void;
}

export function createGate(): Gate {
  let open = (): void => {};
  let fail = (_error: Error): void => {};
  const passed = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  // A gate that fails before anything waits for it is not an unhandled rejection.
  passed.catch(() => {});
  return { passed, open, fail };
}
