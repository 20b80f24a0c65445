/** Runs an operation whose failure changes nothing, such as the release of a claim: its lease ends on its own. */
export async function ignoreErrors(operation: () => unknown): Promise<void> {
  try {
    await operation();
  } catch {
    // The caller has chosen to go on without it.
  }
}
