import { type ContractCase, mustEqual } from './contract.js';
import { isAcquired, LONG, mustBeBusy, type StoreCaseTools } from './dedupe-store-harness.js';

/** Commits and their retention. */
export function commitCases({
  storeCase,
  wait,
  lease,
  untilEnded,
  whileLeased,
}: StoreCaseTools): readonly ContractCase[] {
  return [
    storeCase('a committed key is done', [], async (store, key) => {
      await store.claim(key, 'a', LONG);
      mustEqual('commit', await store.commit(key, 'a', LONG), true);
      mustEqual('claim', await store.claim(key, 'b', LONG), 'done');
    }),
    storeCase('only the owner commits', ['anyone-commits'], async (store, key) => {
      await store.claim(key, 'a', LONG);
      mustEqual('commit by another', await store.commit(key, 'b', LONG), false);
      mustBeBusy(await store.claim(key, 'c', LONG));
    }),
    // The reply to the first commit may have been lost.
    storeCase('a commit that is repeated is true again', ['commits-once'], async (store, key) => {
      await store.claim(key, 'a', LONG);
      await store.commit(key, 'a', LONG);
      mustEqual('second commit', await store.commit(key, 'a', LONG), true);
      mustEqual('third commit', await store.commit(key, 'a', LONG), true);
      mustEqual('claim', await store.claim(key, 'b', LONG), 'done');
    }),
    storeCase(
      'only the owner that has committed a key repeats the commit',
      ['anyone-commits', 'anyone-repeats-a-commit'],
      async (store, key) => {
        await store.claim(key, 'a', LONG);
        await store.commit(key, 'a', LONG);
        mustEqual('commit by another', await store.commit(key, 'b', LONG), false);
      },
    ),
    storeCase(
      'a committed key stays done after the lease, for the retention',
      ['one-ttl-for-lease-and-retention'],
      async (store, key) => {
        const [committed, ms] = await whileLeased(store, key, 'commit', (leased) =>
          store.commit(leased, 'a', LONG),
        );
        await wait(ms + 1);
        mustEqual('claim', await store.claim(committed, 'b', LONG), 'done');
      },
    ),
    storeCase(
      'a committed key is free when the retention has ended',
      ['remembers-forever', 'one-ttl-for-lease-and-retention'],
      async (store, key) => {
        await store.claim(key, 'a', LONG);
        await store.commit(key, 'a', lease);
        await untilEnded('the retention', async () =>
          isAcquired(await store.claim(key, 'b', LONG)),
        );
      },
    ),
    storeCase(
      'a commit cannot be repeated when another owner has acquired the key since',
      [
        'remembers-forever',
        'one-ttl-for-lease-and-retention',
        'anyone-commits',
        'stale-owner-repeats-a-commit',
      ],
      async (store, key) => {
        await store.claim(key, 'a', LONG);
        await store.commit(key, 'a', lease);
        await untilEnded('the retention', async () =>
          isAcquired(await store.claim(key, 'b', LONG)),
        );
        mustEqual('commit', await store.commit(key, 'a', LONG), false);
        mustBeBusy(await store.claim(key, 'c', LONG));
      },
    ),
    storeCase(
      'done cannot be undone',
      ['done-can-be-undone', 'release-is-always-true', 'committer-claims-again'],
      async (store, key) => {
        await store.claim(key, 'a', LONG);
        await store.commit(key, 'a', LONG);
        mustEqual('extend', await store.extend(key, 'a', LONG), false);
        mustEqual('release', await store.release(key, 'a'), false);
        mustEqual('claim by its owner', await store.claim(key, 'a', LONG), 'done');
        mustEqual('claim', await store.claim(key, 'b', LONG), 'done');
      },
    ),
  ];
}
