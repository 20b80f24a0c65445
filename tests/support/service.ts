/**
 * Whether a server that a test requires is available: `describe.skipIf(!(await requireService('Redis', ping)))`. Without
 * the server, the test is skipped; with `REQUIRE_SERVICES=1`, this throws, so that a run cannot pass without the server.
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
    throw new Error(`${name} does not answer, and REQUIRE_SERVICES=1 requires it.`, {
      cause: error,
    });
  }
}
