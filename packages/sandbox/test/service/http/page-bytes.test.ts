import { describe, expect, it } from 'vitest';
import { fitting } from '../../../src/service/http/paging.js';
import { limits } from '../../../src/service/limits/limits.js';
import { maria } from '../../support/maria.js';
import { recordsOf, sharedService } from '../../support/service.js';

const service = sharedService();
const { most } = limits.pageBytes;

/** The ids of the objects of a list, page by page. */
async function pagesOf(path: string, id: string): Promise<readonly (readonly unknown[])[]> {
  const pages: unknown[][] = [];
  let query = '?limit=100';
  for (;;) {
    const { text, body } = await service().call('GET', `${path}${query}`);
    expect(Buffer.byteLength(text)).toBeLessThan(most + 1000);
    pages.push(recordsOf(body['data']).map((record) => record[id]));
    expect(body['hasMore']).toBe(body['nextCursor'] !== null);
    if (body['nextCursor'] === null) return pages;
    query = `?limit=100&cursor=${String(body['nextCursor'])}`;
  }
}

// Four bytes a character: 100 kB.
const metadata = Object.fromEntries(
  Array.from({ length: 50 }, (_, index) => [`key${index}`, '😀'.repeat(500)]),
);

describe('a page of large objects has fewer, and its cursor leads to every other', () => {
  it('of verifications and of their events', async () => {
    const { integrationId } = service().description;
    const wanted = { documentConfigSlug: 'rn-license', state: 'CA', integrationId };
    const formData = { licenseNumber: 'RN1234', note: 'é'.repeat(31_000) };
    const made: unknown[] = [];
    for (let number = 0; number < 14; number += 1) {
      const body = { ...wanted, formData, metadata };
      const { verificationId } = await service().send('POST', '/v1/document-verifications', body);
      made.unshift(verificationId);
    }
    await service().control('/clock', { settle: true });
    const pages = await pagesOf('/v1/document-verifications', 'verificationId');
    expect(pages.map(({ length }) => length)).toEqual([12, 2]);
    expect(pages.flat()).toEqual(made);
    const events = (await pagesOf('/v1/events', 'id')).flat();
    expect([events.length, new Set(events).size]).toEqual([14, 14]);
  });

  it('of reports with their candidates', async () => {
    const candidates: unknown[] = [];
    const [{ id: packageId } = {}] = await service().list('/v1/packages');
    for (let number = 0; number < 15; number += 1) {
      const { id: candidateId } = await service().send('POST', '/v1/candidates', {
        ...maria,
        metadata,
      });
      const order = { candidateId, packageId, workState: 'CA', metadata };
      const { id } = await service().send('POST', '/v1/reports', order);
      candidates.unshift(id);
    }
    expect((await pagesOf('/v1/reports', 'id')).map(({ length }) => length)).toEqual([15]);
    const { body } = await service().call('GET', '/v1/reports?limit=100&include=candidate');
    const first = recordsOf(body['data']).map(({ id }) => id);
    expect(first.length).toBeLessThan(15);
    const next = `/v1/reports?include=candidate&limit=100&cursor=${String(body['nextCursor'])}`;
    const rest = recordsOf((await service().call('GET', next)).body['data']).map(({ id }) => id);
    expect([...first, ...rest]).toEqual(candidates);
  });
});

describe('the bytes of a page', () => {
  // With its quotes.
  const text = (bytes: number) => 'x'.repeat(bytes - 2);

  it('are those of `data`, and one object is always shown', () => {
    // With the brackets and two commas.
    const whole = [text(10), text(10), text(most - 24)];
    expect(JSON.stringify(fitting(whole))).toHaveLength(most);
    expect(fitting([...whole.slice(0, 2), `${whole[2]}x`])).toEqual(whole.slice(0, 2));
    expect(fitting([text(2 * most), text(10)])).toHaveLength(1);
  });
});
