import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { hashKey } from '../../../src/service/capabilities/keys/authenticate.js';
import { account } from '../../../src/service/capabilities/tenants/index.js';
import { beginListen } from '../../../src/service/capabilities/webhooks/index.js';
import { apiKeys, webhookListens } from '../../../src/service/db/schema/index.js';
import { transactOn } from '../../../src/service/db/sql.js';
import { createClock } from '../../../src/service/kernel/clock.js';
import { commandRunner } from '../../../src/service/kernel/command.js';
import { randomIdentity } from '../../../src/service/kernel/identity.js';
import { prepareState } from '../../../src/service/world/prepare-state.js';
import { borrowMemoryDatabase } from '../../support/open-test-database.js';

const KEY = `bss_full_${'a'.repeat(24)}`;

it('tells the keys at the first start only, unless one was chosen and is not revoked', async () => {
  const { sql, close } = await borrowMemoryDatabase();
  onTestFinished(() => close());
  await createClock(sql, { mode: 'real', now: new Date() });
  const run = commandRunner(transactOn(sql), randomIdentity(), {
    origin: '',
    file: () => '',
    hosted: () => '',
  });
  const keysWith = async (config: { readonly apiKey?: string }) =>
    (await run((command) => prepareState(command, config, undefined, { operations: [], jobs: {} })))
      .keys;

  const first = await keysWith({});
  expect(first).toEqual({
    full: expect.stringMatching(/^bss_full_\w{32}$/),
    candidate: expect.stringMatching(/^bss_cand_\w{32}$/),
  });
  expect(await keysWith({})).toEqual({ full: undefined, candidate: undefined });
  expect(await keysWith({ apiKey: KEY })).toEqual({ full: KEY, candidate: undefined });
  expect(await keysWith({ apiKey: KEY })).toEqual({ full: KEY, candidate: undefined });
  const chosen = eq(apiKeys.hash, hashKey(KEY));
  expect(await sql.$count(apiKeys, chosen)).toBe(1);
  await sql.update(apiKeys).set({ revokedAt: new Date() }).where(chosen);
  expect(await keysWith({ apiKey: KEY })).toEqual({ full: undefined, candidate: undefined });
});

it('gives a listen of a former run time to come back, and keeps its endpoint for --forward-to', async () => {
  const { sql, close } = await borrowMemoryDatabase();
  onTestFinished(() => close());
  await createClock(sql, { mode: 'real', now: new Date() });
  const run = commandRunner(transactOn(sql), randomIdentity(), {
    origin: '',
    file: () => '',
    hosted: () => '',
  });
  const start = (url?: string) =>
    run((command) =>
      prepareState(command, {}, url === undefined ? undefined : { url, inProcess: false }, {
        operations: [],
        jobs: {},
      }),
    );
  const { integrationId } = await start();
  const listenTo = (url: string) =>
    run((command) =>
      beginListen(
        { ...command, scope: account, keyScope: 'full_access' },
        { url, integrationId },
        { allowNet: [], ownPorts: [] },
      ),
    );
  const { endpoint } = await listenTo('http://localhost:9/hooks');
  await listenTo('http://localhost:9/other');
  await sql.update(webhookListens).set({ silence: 4 });
  await start();
  expect(await sql.$count(webhookListens, eq(webhookListens.silence, 0))).toBe(2);

  const { endpoints } = await start('http://127.0.0.1:9/hooks');
  const { id, secret } = endpoint;
  expect(endpoints).toMatchObject([{ id, secret, url: 'http://127.0.0.1:9/hooks' }, {}]);
  expect(await sql.$count(webhookListens, eq(webhookListens.stays, true))).toBe(1);
  expect((await start('http://127.0.0.1:9/hooks')).endpoints).toEqual(endpoints);
  // The same app, which must get each event once.
  const { endpoints: again } = await start('http://localhost:9/hooks');
  expect(again).toMatchObject([{ id, url: 'http://localhost:9/hooks' }, {}]);
  expect((await listenTo('http://localhost:9/hooks')).stays).toBe(true);
});
