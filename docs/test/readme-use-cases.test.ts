import { fixture, type SignedDelivery, sign } from '@screening-webhooks/testing';
import type { Express } from 'express';
import type { Hono } from 'hono';
import request from 'supertest';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { asModule, blocksOf, loadBlock, sectionOf } from './support/load-block.js';

// The use cases of the READMEs, run as they are printed there.

const secret = 'whsec_readme';
const firstBlock = (page: string, heading: string) => blocksOf(sectionOf(page, heading), 'ts')[0];

let log: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.stubEnv('SCREENING_SECRET', secret);
  log = vi.spyOn(console, 'log').mockImplementation(() => {});
});
describe.each([
  ['## The first verified event', 'README.md', 'js', 401],
  ['## An app that already parses JSON', 'README.md', 'js', 401],
  // Without a receiver, the app chooses the status.
  ['### The same with `verifyEvent`', 'docs/coming-from.md', 'ts', 400],
])('the Express app of "%s"', (heading, page, language, refusal) => {
  const [block] = blocksOf(sectionOf(page, heading), language);
  const load = async () => {
    const edit = (code: string) => asModule(code).replace('app.listen(3000);', 'export { app };');
    return (await loadBlock(block, edit))['app'] as Express;
  };

  it('handles a signed event, and prints what the page says', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const app = await load();
    const [path = ''] = /\/webhooks[^']*/.exec(block ?? '') ?? [];
    const event = fixture('document_verification.completed', {
      data: { externalId: 'clinician-1' },
    });
    const post = ({ headers, body }: SignedDelivery) =>
      request(app).post(path).set(headers).send(body);
    const signed = await sign(event, { secret });
    expect((await post(signed)).ok).toBe(true);
    const [shown = 'activate clinician-1\n'] = blocksOf(sectionOf(page, heading), 'text');
    const lines = log.mock.calls.map((line: readonly unknown[]) => `${line.join(' ')}\n`);
    expect(lines.join('')).toBe(shown);
    await post(signed.tampered()).expect(refusal);
  });
});

it('the first app does not start without a secret', async () => {
  vi.stubEnv('SCREENING_SECRET', undefined);
  const [block] = blocksOf(sectionOf('README.md', '## The first verified event'), 'js');
  await expect(loadBlock(block)).rejects.toThrow(/^secret: expected a non-empty string/);
});

it('the routes of the app that parses JSON get what was sent', async () => {
  const [block] = blocksOf(sectionOf('README.md', '## An app that already parses JSON'), 'js');
  const edit = (code: string) => asModule(code).replace('app.listen(3000);', 'export { app };');
  const { app } = (await loadBlock(block, edit)) as { app: Express };
  const answer = await request(app).post('/clinicians').send({ name: 'Maria' });
  expect([answer.status, answer.body]).toEqual([201, { name: 'Maria' }]);
});

describe('the Hono app', () => {
  const block = firstBlock('packages/hono/README.md', '## The first verified event');
  const load = async () => (await loadBlock(block))['default'] as Hono;

  async function post(app: Hono, id: string, bindings: object): Promise<number> {
    const event = fixture('document_verification.completed', { id });
    const signed = await sign(event, { secret });
    const request = signed.request('https://edge.test/webhooks/screening');
    return (await app.request(request, {}, bindings)).status;
  }

  it('finds its secret among the environment variables', async () => {
    expect(await post(await load(), 'evt_variable', {})).toBe(200);
  });

  it('finds its secret among the bindings of a Worker', async () => {
    vi.stubEnv('SCREENING_SECRET', undefined);
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
    expect(await post(await load(), 'evt_binding', { SCREENING_SECRET: secret })).toBe(200);
  });

  it.each(['Node.js', 'Bun/1.3', 'Cloudflare-Workers'])(
    'on %s, an unset secret is answered 503 and logged, and the retry is processed',
    async (userAgent) => {
      const error = vi.spyOn(console, 'error').mockImplementation(() => {});
      vi.stubEnv('SCREENING_SECRET', undefined);
      vi.stubGlobal('navigator', { userAgent });
      const app = await load();
      const id = `evt_${userAgent}`;
      expect(await post(app, id, {})).toBe(503);
      const logged = JSON.stringify([...error.mock.calls, ...log.mock.calls], (_key, value) =>
        value instanceof Error ? value.message : value,
      );
      expect(logged).toContain('SCREENING_SECRET is not set.');

      vi.stubEnv('SCREENING_SECRET', secret);
      expect(await post(app, id, { SCREENING_SECRET: secret })).toBe(200);
    },
  );
});

// Registers the test that the page shows.
await loadBlock(firstBlock('packages/testing/README.md', '## A handler'));
