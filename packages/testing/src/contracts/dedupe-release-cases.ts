import { type ContractCase, mustEqual } from './contract.js';
import { LONG, mustBeBusy, type StoreCaseTools } from './dedupe-store-harness.js';

/** Releases. */
export function releaseCases({
  storeCase,
  lease,
  untilEnded,
}: StoreCaseTools): readonly ContractCase[] {
  return [
    storeCase(
      'a released key is free at once, and not done',
      ['release-waits-for-the-lease'],
      async (store, key) => {
        await store.claim(key, 'a', LONG);
        mustEqual('release', await store.release(key, 'a'), true);
        mustEqual('claim', await store.claim(key, 'b', LONG), 'acquired');
      },
    ),
    storeCase(
      'only the owner releases',
      ['anyone-releases', 'release-is-always-true'],
      async (store, key) => {
        await store.claim(key, 'a', LONG);
        mustEqual('release by another', await store.release(key, 'b'), false);
        mustBeBusy(await store.claim(key, 'c', LONG));
      },
    ),
    // The reply to the first release may have been lost, or the lease has ended before the first release.
    storeCase(
      'a release is true for a key that is free already',
      ['releases-once'],
      async (store, key) => {
        mustEqual('release of a key never claimed', await store.release(key, 'a'), true);
        await store.claim(key, 'a', LONG);
        await store.release(key, 'a');
        mustEqual('second release', await store.release(key, 'a'), true);
        const expired = `${key}:expired`;
        await store.claim(expired, 'a', lease);
        await untilEnded('the lease', async () => !(await store.extend(expired, 'a', lease)));
        mustEqual('release after the lease', await store.release(expired, 'a'), true);
      },
    ),
  ];
}
