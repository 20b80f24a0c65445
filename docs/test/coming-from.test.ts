import type { RequestListener } from 'node:http';
import { fixture, sign } from '@screening-webhooks/testing';
import request from 'supertest';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { blocksOf, loadBlock, sectionOf } from './support/load-block.js';

// The code that docs/coming-from.md ends with, run as it is printed there.

const secret = 'whsec_new';
const page = 'docs/coming-from.md';

beforeEach(() => {
  vi.stubEnv('SCREENING_SECRET', secret);
});
/** A listener on requests: an Express app, or a server. */
async function appOf(heading: string): Promise<RequestListener> {
  const [block] = blocksOf(sectionOf(page, heading), 'ts');
  const loaded = await loadBlock(block, (code) =>
    code.replace('app.listen(3000);', 'export { app };'),
  );
  return loaded['app'] as RequestListener;
}

describe.each<[heading: string, refusals: readonly number[], dedupes: boolean]>([
  ['### The same with `verifyEvent`', [400, 400, 400], false],
  ['### What is still missing', [401, 400, 400], true],
  ['### The same with `verifySignature`', [401, 401, 401], false],
  ['### The same with a receiver', [401, 400, 400], true],
])('%s', (heading, refusals, dedupes) => {
  const event = fixture('document_verification.completed', { data: { externalId: 'nurse-7' } });

  it('handles a signed event, and refuses what was changed, is old or is not signed', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const app = await appOf(heading);
    const post = async (body: string, headers: Readonly<Record<string, string>>) =>
      (await request(app).post('/webhooks/screening').set(headers).send(body)).status;

    const signed = await sign(event, { secret });
    expect(await post(signed.body, signed.headers)).toBe(200);
    expect(log.mock.calls).toEqual([['activate', 'nurse-7']]);

    const retry = await signed.retry(1);
    expect(await post(retry.body, retry.headers)).toBe(200);
    expect(log).toHaveBeenCalledTimes(dedupes ? 1 : 2);

    log.mockClear();
    const tampered = signed.tampered();
    const stale = await signed.stale();
    expect([
      await post(tampered.body, tampered.headers),
      await post(stale.body, stale.headers),
      await post(signed.body, { 'content-type': 'application/json' }),
    ]).toEqual(refusals);
    expect(log).not.toHaveBeenCalled();
    if (heading.includes('verifyEvent')) {
      expect(warn.mock.calls[0]?.[0]).toMatch(
        /signature_mismatch.*See: npx .* explain signature_mismatch$/,
      );
    }
  });
});
