import { describe, expect, it } from 'vitest';
import { type D1Binding, d1Store, durableObjectStore, ScreeningDedupe } from '../src/index.js';

const kv = { get() {}, put() {}, delete() {}, list() {}, getWithMetadata() {} } as never;

/** A namespace that records the names of its objects. All objects give the same answer. */
function namespaceAnswering(status: number, text: string) {
  const names: string[] = [];
  return {
    names,
    idFromName: (name: string) => name,
    get(id: unknown) {
      names.push(String(id));
      return { fetch: async () => ({ status, text: async () => text }) };
    },
  };
}

function databaseFailing(message: string): D1Binding {
  const statement = { bind: () => statement };
  return { prepare: () => statement, batch: () => Promise.reject(new Error(message)) };
}

describe('durableObjectStore', () => {
  it.each([
    ['undefined', undefined as never, /durable_objects\.bindings/],
    ['null', null as never, /got null/],
    ['a database', databaseFailing('') as never, /a Durable Object namespace binding, got object/],
    ['KV', kv, /no compare-and-set.*durableObjectStore\(\) or d1Store\(\)/],
  ])('refuses %s', (_, binding, reason) => {
    expect(() => durableObjectStore(binding)).toThrow(reason);
    expect(() => durableObjectStore(binding)).toThrow(TypeError);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses %s shards', (shards) => {
    const namespace = namespaceAnswering(200, 'true');
    expect(() => durableObjectStore(namespace, { shards })).toThrow(/^shards: expected/);
  });

  it('rejects when the object is of another class', async () => {
    const missing = durableObjectStore(namespaceAnswering(404, 'not found'));
    await expect(missing.claim('a', 'o', 1)).rejects.toThrow(/404: not found.*ScreeningDedupe/);
    for (const answer of ['"ok"', '1', 'null', '{}', '{"busyForMs":"1"}', '<html>']) {
      const other = durableObjectStore(namespaceAnswering(200, answer));
      await expect(other.claim('a', 'o', 1)).rejects.toThrow();
      await expect(other.commit('a', 'o', 1)).rejects.toThrow();
    }
  });

  it('distributes keys evenly, and a key always to the same shard', async () => {
    const namespace = namespaceAnswering(200, 'true');
    const store = durableObjectStore(namespace, { shards: 4 });
    for (let index = 0; index < 400; index += 1) await store.extend(`int:evt_${index}`, 'o', 1);
    const counts = new Map<string, number>();
    for (const name of namespace.names) counts.set(name, (counts.get(name) ?? 0) + 1);
    expect(counts.size).toBe(4);
    expect(Math.min(...counts.values())).toBeGreaterThan(60);

    namespace.names.length = 0;
    const other = durableObjectStore(namespace, { shards: 8 });
    for (const key of ['int:evt_1', 'int:evt_1', 'int:evt_2']) await other.extend(key, 'o', 1);
    // These names must not change between versions: claims would not be found again.
    expect(namespace.names).toEqual([
      'screening-dedupe-1',
      'screening-dedupe-1',
      'screening-dedupe-0',
    ]);
  });
});

describe('ScreeningDedupe', () => {
  it.each(['', 'cleanUp', 'constructor'])('refuses the operation "%s"', async (operation) => {
    const storage = {
      sql: { exec: () => ({ toArray: () => [] }) },
      getAlarm: async () => null,
      setAlarm: async () => {},
    };
    const object = new ScreeningDedupe({ storage, blockConcurrencyWhile: (start) => start() });
    const body = JSON.stringify({ operation, key: 'a', owner: 'o', ms: 1 });
    const request = new Request('https://screening-dedupe/', { method: 'POST', body });
    expect((await object.fetch(request)).status).toBe(400);
  });
});

describe('d1Store', () => {
  it.each([
    ['undefined', undefined as never, /d1_databases/],
    ['a namespace', namespaceAnswering(200, '') as never, /a D1 database binding, got object/],
    ['KV', kv, /eventually consistent/],
  ])('refuses %s', (_, binding, reason) => {
    expect(() => d1Store(binding)).toThrow(reason);
  });

  it('passes on an error of D1', async () => {
    const message = 'D1_ERROR: D1 DB is overloaded. Too many requests queued.';
    await expect(d1Store(databaseFailing(message)).claim('a', 'o', 1)).rejects.toThrow(message);
  });

  it('names the fix for a missing table, and keeps the cause', async () => {
    const message = 'D1_ERROR: no such table: screening_claims: SQLITE_ERROR';
    const claim = d1Store(databaseFailing(message)).claim('a', 'o', 1);
    await expect(claim).rejects.toMatchObject({
      message: expect.stringContaining('wrangler d1 migrations apply'),
      cause: { message },
    });
  });
});
