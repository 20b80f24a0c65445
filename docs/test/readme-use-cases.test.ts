import { fixture, type SignedDelivery, sign } from '@screening-webhooks/testing';
import type { Express } from 'express';
import type { Hono } from 'hono';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blocksOf, loadBlock, sectionOf } from './support/load-block.js';

// The three use cases of the README, run as they are printed there.

const secret = 'whsec_readme';
const firstBlock = (page: string, heading: string) => blocksOf(sectionOf(page, heading), 'ts')[0];

let log: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.stubEnv('SCREENING_SECRET', secret);
  log = vi.spyOn(console, 'log').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the Express app', () => {
  const heading = '## The first verified event: four commands';
  const block = firstBlock('README.md', heading);
  const load = () =>
    loadBlock(block, (code) => code.replace('app.listen(3000);', 'export { app };'));

  it('handles a signed event behind its JSON parser, and prints what the README says', async () => {
    const { app } = (await load()) as { app: Express };
    const event = fixture('document_verification.completed', {
      data: { externalId: 'clinician-1' },
    });
    const post = ({ headers, body }: SignedDelivery) =>
      request(app).post('/webhooks/screening').set(headers).send(body);
    const signed = await sign(event, { secret });
    await post(signed).expect(200);
    expect(log.mock.calls).toEqual([
      ['activate', 'clinician-1'],
      ['document_verification.completed', { kind: 'processed' }],
    ]);
    const [printed] = blocksOf(sectionOf('README.md', heading), 'text');
    expect(printed).toBe(
      "activate clinician-1\ndocument_verification.completed { kind: 'processed' }\n",
    );
    await post(signed.tampered()).expect(401);
  });

  it('does not start without a secret', async () => {
    vi.stubEnv('SCREENING_SECRET', undefined);
    await expect(load()).rejects.toThrow(/^secret: expected a non-empty string/);
  });
});

describe.each([
  ['README.md', '## On the edge'],
  ['packages/hono/README.md', '# @screening-webhooks/hono'],
])('the Hono app of %s', (page, heading) => {
  const load = async () => (await loadBlock(firstBlock(page, heading)))['default'] as Hono;

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

// Registers the test that the README shows.
await loadBlock(firstBlock('README.md', '## In unit tests'));
