import { PermanentError, type Receiver, RetryLater } from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import type { Express } from 'express';
import request from 'supertest';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createScratchDatabase, isServerReachable } from '../../tests/support/scratch-database.js';
import { dropWhenUnused } from './support/drop-when-unused.js';
import { asModule, blocksOf, loadBlock, sectionOf } from './support/load-block.js';

// The servers of docs/going-live.md and docs/logging.md, run as they are printed there.

const secret = 'whsec_live';
const page = 'docs/going-live.md';

beforeEach(() => {
  vi.stubEnv('SCREENING_SECRET', secret);
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
const signed = (id: string) => sign(fixture('document_verification.completed', { id }), { secret });

async function deliver(app: Express, id: string): Promise<readonly [number, unknown]> {
  const { headers, body } = await signed(id);
  const answer = await request(app).post('/webhooks/screening').set(headers).send(body);
  return [answer.status, answer.body];
}

it('a route that is mounted first needs no login, and all others do', async () => {
  const [block] = blocksOf(sectionOf(page, '## The route'), 'ts');
  const edit = (code: string) => code.replace('app.listen(3000);', 'export { app };');
  const app = (await loadBlock(block, edit))['app'] as Express;
  expect(await deliver(app, 'evt_route')).toEqual([200, { outcome: 'processed' }]);
  expect((await request(app).get('/clinicians')).status).toBe(401);
  expect((await request(app).get('/clinicians').set('authorization', 'me')).body).toEqual([]);
});

describe.skipIf(!(await isServerReachable()))('the server with PostgreSQL', () => {
  it('creates its tables, remembers an event, and stops when it is told to', async () => {
    const database = await createScratchDatabase();
    vi.stubEnv('DATABASE_URL', database.url);
    const before = process.listeners('SIGTERM');
    const [block] = blocksOf(sectionOf(page, '## The store'), 'js');
    const edit = (code: string) =>
      `${asModule(code)
        .replace('main().catch(', 'export const started = main().catch(')
        .replace('app.listen(3000)', 'app.listen(0)')}\nexport { app, pool };\n`;
    const loaded = await loadBlock(block, edit);
    await loaded['started'];
    const app = loaded['app'] as Express;
    expect(await deliver(app, 'evt_store')).toEqual([200, { outcome: 'processed' }]);
    expect(await deliver(app, 'evt_store')).toEqual([200, { outcome: 'duplicate' }]);

    const [stop] = process.listeners('SIGTERM').filter((each) => !before.includes(each));
    stop?.('SIGTERM');
    expect((await deliver(app, 'evt_draining'))[0]).toBe(503);
    await expect.poll(() => (loaded['pool'] as { readonly ended: boolean }).ended).toBe(true);
    process.off('SIGTERM', stop ?? (() => {}));
    await dropWhenUnused(database);
  });
});

it('an error tracker gets what the page says, and the console its line', async () => {
  const section = sectionOf('docs/logging.md', '## Sentry and other error trackers');
  const loaded = await loadBlock(blocksOf(section, 'js')[0], (code) =>
    code
      .replace(
        "import * as Sentry from '@sentry/node';",
        `export const captured = [];
        const Sentry = { captureException: (...call) => captured.push(call) };`,
      )
      .replace("': () => {} }", "': ({ id }) => { throw errors[id]; } }")
      .replace('export const receiver', 'export const errors = {};\nexport const receiver'),
  );
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { receiver, errors } = loaded as { receiver: Receiver; errors: object };
  const [error, refusal] = [new Error('The database is down.'), new PermanentError('Unknown.')];
  Object.assign(errors, { evt_1: error, evt_2: new RetryLater({ after: 60 }), evt_3: refusal });
  for (const id of ['evt_1', 'evt_2', 'evt_3']) await receiver.fetch((await signed(id)).request());
  await receiver.fetch((await signed('evt_1')).tampered().request());
  const tags = (outcome: string, event: string) => ({ tags: { outcome, event } });
  expect(loaded['captured']).toEqual([
    [error, tags('failed', 'evt_1')],
    [refusal, tags('discarded', 'evt_3')],
  ]);
  expect(lines.mock.calls.length + warnings.mock.calls.length).toBe(4);
});

it('the log has the lines of the page', async () => {
  const heading = '# Logging with pino and others';
  const [block] = blocksOf(sectionOf('docs/logging.md', heading), 'js');
  const edit = (code: string) =>
    code
      .replace(
        "': () => {} }",
        "': ({ id }) => { if (id === 'evt_2') throw new Error('The database is down.'); } }",
      )
      .replace('pino()', 'pino({}, { write: (line: string) => void lines.push(line) })')
      .replace('const log', 'export const lines: string[] = [];\nconst log')
      .replace('app.listen(3000);', 'export { app };');
  const loaded = await loadBlock(block, edit);
  const app = loaded['app'] as Express;
  await deliver(app, 'evt_1');
  await deliver(app, 'evt_1');
  const { headers, body } = (await signed('evt_1')).tampered();
  await request(app).post('/webhooks/screening').set(headers).send(body);
  await deliver(app, 'evt_2');

  const lines = loaded['lines'] as string[];
  const [shown = ''] = blocksOf(sectionOf('docs/logging.md', heading), 'json');
  const leftOut = ['time', 'pid', 'hostname', 'durationMs', 'stack'];
  const shorter = lines.map((line) =>
    JSON.stringify(JSON.parse(line, (key, value) => (leftOut.includes(key) ? undefined : value))),
  );
  expect(shorter).toEqual(shown.trim().split('\n'));
});
