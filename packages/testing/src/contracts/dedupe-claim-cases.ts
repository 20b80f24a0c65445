import { createReceiver, type DedupeStore } from '@screening-webhooks/core';
import { fixture } from '../fixture.js';
import { type ContractCase, mustEqual, mustHold } from './contract.js';
import { isAcquired, LONG, mustBeBusy, type StoreCaseTools } from './dedupe-store-harness.js';
import { ODD_TEXTS } from './odd-texts.js';

const TYPE = 'document_verification.recorded';

/** Claims and their leases. */
export function claimCases({
  storeCase,
  wait,
  lease,
  untilEnded,
  whileLeased,
}: StoreCaseTools): readonly ContractCase[] {
  return [
    storeCase('a free key is acquired', [], async (store, key) => {
      mustEqual('claim', await store.claim(key, 'a', LONG), 'acquired');
    }),
    storeCase('a claimed key is busy, for no longer than the lease', [], async (store, key) => {
      await store.claim(key, 'a', LONG);
      const claim = await store.claim(key, 'b', LONG);
      const left = typeof claim === 'object' ? claim.busyForMs : Number.NaN;
      mustHold('0 < busyForMs ≤ lease', left > 0 && left <= LONG, claim);
    }),
    // The reply to the first claim may have been lost.
    storeCase(
      'a live claim of the same owner is acquired again, with the lease renewed',
      ['busy-for-its-owner', 'reclaim-keeps-the-lease'],
      async (store, key) => {
        const [claimed, ms] = await whileLeased(store, key, 'claim by its owner', async (leased) =>
          isAcquired(await store.claim(leased, 'a', LONG)),
        );
        await wait(ms + 1);
        mustBeBusy(await store.claim(claimed, 'b', LONG));
      },
    ),
    storeCase(
      'a receiver handles each of the events whose ids UTF-8 cannot tell apart, once',
      [],
      async (store, namespace) => {
        const handled: string[] = [];
        const receiver = createReceiver({
          secret: 'whsec_of_the_contract',
          dedupe: store,
          namespace,
          handlers: { [TYPE]: ({ id }) => void handled.push(id) },
        });
        const ids = ODD_TEXTS.map((text) => `evt_${text}`);
        for (const id of [...ids, ...ids]) await receiver.process(fixture(TYPE, { id }));
        mustEqual('handled', handled, ids);
      },
    ),
    storeCase('other keys are free', ['one-lock-for-all-keys'], async (store, key) => {
      await store.claim(key, 'a', LONG);
      mustEqual('claim', await store.claim(`${key}:other`, 'b', LONG), 'acquired');
    }),
    storeCase(
      'keys of 10,000 characters are told apart by the last of them',
      ['cuts-long-keys', 'refuses-long-keys'],
      async (store, key) => {
        // Without repetitions: a database may compress a key before it says that the key is too long.
        const parts = Array.from({ length: 278 }, () => crypto.randomUUID());
        const long = [key, ...parts].join('é');
        await store.claim(`${long}1`, 'a', LONG);
        mustEqual('another key', await store.claim(`${long}2`, 'b', LONG), 'acquired');
        mustBeBusy(await store.claim(`${long}1`, 'b', LONG));
        mustEqual('commit', await store.commit(`${long}1`, 'a', LONG), true);
        mustEqual('claim', await store.claim(`${long}1`, 'b', LONG), 'done');
      },
    ),
    storeCase(
      'of fifty concurrent claims, one acquires',
      ['check-then-insert'],
      async (store, key) => {
        mustEqual('acquired', await countAcquired(50, store, key), 1);
      },
    ),
    storeCase(
      'of fifty concurrent claims of an expired key, one acquires',
      ['check-then-insert', 'lease-never-ends'],
      async (store, key) => {
        await store.claim(key, 'expired', lease);
        let acquired = 0;
        await untilEnded('the lease', async () => {
          acquired = await countAcquired(50, store, key);
          return acquired > 0;
        });
        mustEqual('acquired', acquired, 1);
      },
    ),
    storeCase('a lease ends by itself', ['lease-never-ends'], async (store, key) => {
      await store.claim(key, 'a', lease);
      await untilEnded('the lease', async () => isAcquired(await store.claim(key, 'b', LONG)));
    }),
    storeCase('extend renews the lease from now', ['extend-does-nothing'], async (store, key) => {
      const [extended, ms] = await whileLeased(store, key, 'extend', (leased) =>
        store.extend(leased, 'a', LONG),
      );
      await wait(ms + 1);
      mustBeBusy(await store.claim(extended, 'b', LONG));
    }),
    storeCase('only the owner extends', ['anyone-extends'], async (store, key) => {
      await store.claim(key, 'a', LONG);
      mustEqual('extend by another', await store.extend(key, 'b', LONG), false);
    }),
    storeCase(
      'an owner cannot extend or commit a key whose lease has ended',
      ['stale-owner-acts', 'lease-never-ends'],
      async (store, key) => {
        await store.claim(key, 'a', lease);
        await untilEnded('the lease', async () => !(await store.extend(key, 'a', lease)));
        mustEqual('commit', await store.commit(key, 'a', LONG), false);
        mustEqual('claim', await store.claim(key, 'b', LONG), 'acquired');
      },
    ),
    storeCase(
      'an owner can do nothing to a key that another owner has acquired',
      [
        'lease-never-ends',
        'anyone-extends',
        'anyone-commits',
        'anyone-releases',
        'release-is-always-true',
      ],
      async (store, key) => {
        await store.claim(key, 'stale', lease);
        await untilEnded('the lease', async () =>
          isAcquired(await store.claim(key, 'fresh', LONG)),
        );
        mustEqual('extend', await store.extend(key, 'stale', LONG), false);
        mustEqual('release', await store.release(key, 'stale'), false);
        mustEqual('commit', await store.commit(key, 'stale', LONG), false);
        mustEqual('commit by the owner', await store.commit(key, 'fresh', LONG), true);
      },
    ),
  ];
}

async function countAcquired(count: number, store: DedupeStore, key: string): Promise<number> {
  const owners = Array.from({ length: count }, (_, index) => `owner-${index}`);
  const claims = await Promise.all(owners.map(async (owner) => store.claim(key, owner, LONG)));
  return claims.filter(isAcquired).length;
}
