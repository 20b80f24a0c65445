/**
 * Whether a server that a test needs answers: `describe.skipIf(!(await requireService('Redis', ping)))`. Without it the
 * test is skipped by name; with `REQUIRE_SERVICES=1` that is a failure, so that a run cannot pass for lack of a server.
 */
export async function requireService(
  name: string,
  probe: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await probe();
    return true;
  } catch (error) {
    if (process.env['REQUIRE_SERVICES'] !== '1') return false;
    throw new Error(`${name} does not answer, and REQUIRE_SERVICES=1 says that it must.`, {
      cause: error,
    });
  }
}
