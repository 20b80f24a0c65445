import { describe, expect, it, vi } from 'vitest';
import {
  type DedupeStore,
  type EventEnvelope,
  memoryStore,
  type ReceiverOptions,
} from '../../src/index.js';
import { throwing } from '../support/manual.js';
import { pollOf, RESULT } from '../support/reconciling.js';
import { recordedEvent } from '../support/sample-event.js';
import { signedDelivery } from '../support/signed-delivery.js';
import { testReceiver } from '../support/test-receiver.js';

interface Tenant {
  readonly tenant: string;
}

/** A receiver, and the keys that it claims. */
function watching(options: Partial<ReceiverOptions>) {
  const keys: string[] = [];
  const store = memoryStore();
  const claim: DedupeStore['claim'] = (key, ...rest) => {
    keys.push(key);
    return store.claim(key, ...rest);
  };
  const receiver = testReceiver({ dedupe: { ...store, claim }, ...options });
  return { keys, receiver };
}

/** The keys that a receiver claims for an event. */
async function keysOf(
  event: EventEnvelope,
  options: Partial<ReceiverOptions> = {},
): Promise<string[]> {
  const { keys, receiver } = watching(options);
  await receiver.receive(await signedDelivery(event));
  return keys;
}

const event = (integrationId: unknown, id: string) => recordedEvent(id, { integrationId });

describe('keys', () => {
  it('no two of integration, namespace and id share a key, whatever their characters', async () => {
    const keys = await Promise.all([
      keysOf(event('a:b', 'c')),
      keysOf(event('a', 'b:c')),
      keysOf(event('a%3Ab', 'c')),
      keysOf(event('a%253Ab', 'c')),
      keysOf(event('a', 'b%3Ac')),
      keysOf(event('a', 'x'), { namespace: 'n:a' }),
      keysOf(event('a', 'a:x'), { namespace: 'n' }),
    ]);
    expect(new Set(keys.map((each) => each.join())).size).toBe(7);
  });

  it('no two share a key that is sent as UTF-8, and no key has a U+0000', async () => {
    const polls = { reconciliation: true };
    const odd = ['\ud800', '\ud801', '\udc00', '\ufffd', '%D800', '\0', '%00', 'x'];
    const claimed = odd.flatMap((text) => [
      keysOf(event('a', text)),
      keysOf(event(text, 'b')),
      keysOf(event('a', 'c'), { namespace: text }),
      keysOf(recordedEvent('evt', { completedAt: text }), polls),
      keysOf(recordedEvent('evt', { verificationId: text }), polls),
    ]);
    const keys = (await Promise.all(claimed)).map((each) => Buffer.from(each.join()).toString());
    expect(new Set(keys).size).toBe(5 * odd.length);
    expect(keys.join()).not.toContain('\0');
  });

  it('an id that looks like the key of a result, or of a stored result, is another key', async () => {
    const [, result = ''] = await keysOf(event('a', 'evt_1'), { reconciliation: true });
    expect(result).toMatch(/^a:result:/);
    const id = result.slice(2);
    expect(await keysOf(event('a', id))).not.toContain(result);
    expect(await keysOf(event('a', `stored:${id}`))).not.toContain(`a:stored:${id}`);
    const inbox = { store: () => 'stored' as const };
    const [stored = ''] = await keysOf(event('a', 'evt_1'), { reconciliation: true, inbox });
    expect(stored).toMatch(/^a:stored:/);
    const alike = event('a', decodeURIComponent(stored.slice(2)));
    expect(await keysOf(alike, { reconciliation: true })).not.toContain(stored);
  });

  it.each([7, null, undefined, ['a'], { a: 1 }])(
    'an integration of %j is none, and the id alone is the key',
    async (integrationId) => {
      expect(await keysOf(event(integrationId, 'evt_1'))).toEqual([':evt_1']);
    },
  );

  it('an id that names a result is the key of its event alone, whatever the data', async () => {
    const id = 'result:dv_1:RECORDED:2026';
    const account = { ...event('a', id), type: 'report.completed' };
    expect(await keysOf(account, { reconciliation: true })).toEqual([
      'a:result%3Adv_1%3ARECORDED%3A2026',
    ]);
  });

  it('invariant 12: come from the signed body alone', async () => {
    const { keys, receiver } = watching({});
    const headers = { 'service-delivery-id': 'd', 'idempotency-key': 'f', 'x-event-id': 'f' };
    await receiver.receive(await signedDelivery(event('a', 'evt_1'), { headers }));
    await receiver.receive(await signedDelivery(event('a', 'forged'), { secret: 'other' }));
    expect(keys).toEqual(['a:evt_1']);
  });

  it('a poll claims the key of its result, and no other', async () => {
    const { keys, receiver } = watching({ reconciliation: true });
    await receiver.process(pollOf());
    expect(keys).toEqual([`int_staffing:${RESULT}`]);
  });

  it('a poll without a result has its id as its key', async () => {
    const { keys, receiver } = watching({});
    await receiver.process({ ...event('a', 'b:c'), data: { integrationId: 'a' }, source: 'poll' });
    expect(keys).toEqual(['a:b%3Ac']);
  });

  it('an integration too long for a key is event_malformed', async () => {
    const receiver = testReceiver();
    const receive = async (length: number) =>
      receiver.receive(await signedDelivery(event('i'.repeat(length), 'evt_1')));
    expect(await receive(256)).toMatchObject({
      status: 400,
      outcome: { rejection: { code: 'event_malformed' } },
    });
    expect(await receive(255)).toMatchObject({ status: 200 });
  });
});

describe('one tenant that signs an event with the integration and id of another', () => {
  const secrets: Readonly<Record<string, string>> = { a: 'secret_of_a', b: 'secret_of_b' };
  const ids = new Set<string>();
  const inbox = {
    store: (_event: EventEnvelope, { key }: { key: string }) => {
      if (ids.has(key)) return 'duplicate' as const;
      ids.add(key);
      return 'stored' as const;
    },
  };

  it.each<[string, Partial<ReceiverOptions<Tenant>>, string]>([
    ['with a store', {}, 'processed'],
    ['with an inbox', { inbox }, 'accepted'],
    ['with reconciliation', { reconciliation: true }, 'processed'],
    ['with an inbox and reconciliation', { inbox, reconciliation: true }, 'accepted'],
  ])('does not touch the ids of the other, %s', async (_name, options, taken) => {
    ids.clear();
    const receiver = testReceiver<Tenant>({
      secret: ({ tenant }) => secrets[tenant],
      namespace: ({ tenant }) => tenant,
      ...options,
    });
    const kind = async (tenant: string, id = 'evt_1') => {
      const delivery = await signedDelivery(event('int_b', id), { secret: secrets[tenant] ?? '' });
      return (await receiver.receive(delivery, { framework: { tenant } })).outcome.kind;
    };
    expect(await kind('a')).toBe(taken);
    expect(await kind('b')).toBe(taken);
    expect(await kind('b')).toBe('duplicate');
    if (options.reconciliation) expect(await kind('b', 'evt_2')).toBe('duplicate');
  });
});

describe.each(['integrationId', 'namespace'] as const)('%s()', (option) => {
  const outcome = async (given: () => unknown) => {
    const claim = vi.fn();
    const tenant = given as () => string;
    const receiver = testReceiver({
      ...(option === 'namespace' ? { namespace: tenant } : { integrationId: tenant }),
      dedupe: { ...memoryStore(), claim },
    });
    const ack = await receiver.receive(await signedDelivery(event('a', 'evt_1')));
    expect(claim).not.toHaveBeenCalled();
    return ack.outcome;
  };

  it.each([undefined, null, 7, '', 'n'.repeat(256)])(
    'that gives %j is a 503 whose error names it, and nothing is claimed',
    async (value) => {
      expect(await outcome(() => value)).toMatchObject({
        reason: 'tenant',
        error: new TypeError(`${option}(): expected a non-empty string of at most 255 characters.`),
      });
    },
  );

  it('that throws is a 503 with its error', async () => {
    const error = new Error('no such tenant');
    expect(await outcome(throwing(error))).toMatchObject({ reason: 'tenant', error });
  });
});

describe('integrationId', () => {
  const receive = async (framework: Tenant, sent: object) =>
    testReceiver<Tenant>({ integrationId: ({ tenant }) => tenant }).receive(
      await signedDelivery(sent),
      { framework },
    );

  it('as a function pins each tenant to its integration', async () => {
    expect(await receive({ tenant: 'a' }, event('a', 'evt_1'))).toMatchObject({ status: 200 });
    expect(await receive({ tenant: 'b' }, event('a', 'evt_1'))).toMatchObject({ status: 403 });
    expect(await receive({ tenant: '' }, event('a', 'evt_1'))).toMatchObject({
      status: 503,
      outcome: { reason: 'tenant' },
    });
  });

  it.each([null, ''])(
    '%j on an event of the account names no integration',
    async (integrationId) => {
      const account = { ...recordedEvent(), type: 'report.completed', data: { integrationId } };
      expect(await receive({ tenant: 'a' }, account)).toMatchObject({ status: 200 });
      expect(await receive({ tenant: 'a' }, event(integrationId, 'evt_1'))).toMatchObject({
        status: 403,
      });
    },
  );
});
