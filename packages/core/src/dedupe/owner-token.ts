let processId: string | undefined;
let tokens = 0;

/** A token for the owner of one claim, unique across processes. */
export function createOwnerToken(): string {
  // Not at module scope, where edge runtimes refuse to generate random values.
  processId ??= crypto.randomUUID();
  tokens += 1;
  return `${processId}.${tokens}`;
}
