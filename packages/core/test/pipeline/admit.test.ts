import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../src/index.js';
import { throwing } from '../support/manual.js';
import { recordedEvent } from '../support/sample-event.js';
import {
  type DeliveryOverrides,
  sampleDelivery,
  signedDelivery,
} from '../support/signed-delivery.js';
import { testReceiver } from '../support/test-receiver.js';

const receiver = testReceiver({ maxBodyBytes: 2048 });

async function codeFor(overrides: DeliveryOverrides): Promise<string> {
  const { body } = await receiver.receive(await signedDelivery(recordedEvent(), overrides));
  return body;
}

describe('refused on form alone, and the body is never read', () => {
  const readBody: Delivery['readBody'] = throwing(new Error('the body was read'));
  const signature = (value: string | null) => ({ 'service-signature': value });
  const form = 'application/x-www-form-urlencoded';
  const rows: [name: string, headers: Record<string, string | null>, code: string][] = [
    ['no content type', { 'content-type': null }, 'unsupported_media_type'],
    ['text', { 'content-type': 'text/plain' }, 'unsupported_media_type'],
    ['a form', { 'content-type': form }, 'unsupported_media_type'],
    ['JSON of another kind', { 'content-type': 'application/json-seq' }, 'unsupported_media_type'],
    ['gzip', { 'content-encoding': 'gzip' }, 'unsupported_encoding'],
    ['identity and gzip', { 'content-encoding': 'identity, gzip' }, 'unsupported_encoding'],
    ['no signature header', signature(null), 'signature_header_missing'],
    ['a malformed signature header', signature('x'), 'signature_header_malformed'],
    ['no t', signature(`v1=${'a'.repeat(64)}`), 'timestamp_missing'],
    ['no v1', signature('t=1'), 'signature_missing'],
    ['a content length over the limit', { 'content-length': '2049' }, 'body_too_large'],
  ];
  it.each(rows)('%s', async (_name, headers, code) => {
    expect(await codeFor({ readBody, headers })).toBe(`{"outcome":"rejected","code":"${code}"}`);
  });

  it.each(['GET', 'PUT', 'post'])('the method %s', async (method) => {
    expect(await codeFor({ readBody, method })).toContain('"method_not_allowed"');
  });
});

describe('admitted', () => {
  const rows: [name: string, headers: Record<string, string | null>][] = [
    ['a charset', { 'content-type': 'application/json; charset=utf-8' }],
    ['upper case', { 'content-type': 'Application/JSON' }],
    ['spaces around the type', { 'content-type': ' application/json ; charset=utf-8' }],
    ['identity', { 'content-encoding': 'identity' }],
    ['identity in upper case, with spaces', { 'content-encoding': ' Identity ' }],
    ['no content length', { 'content-length': null }],
    ['a content length at the limit', { 'content-length': '2048' }],
    ['a content length that is not a number', { 'content-length': 'many' }],
  ];
  it.each(rows)('%s', async (_name, headers) => {
    expect(await codeFor({ headers })).toMatch(/processed|duplicate/);
  });
});

describe('an adapter that hands over what a gateway gave it', () => {
  const received = async (header: (sent: string | null) => unknown) => {
    const delivery = await sampleDelivery();
    const given = {
      ...delivery,
      header: (name: string) => header(delivery.header(name)) as string,
    };
    return (await receiver.receive(given)).outcome;
  };

  it('may give each header as a list of its values', async () => {
    expect((await received((sent) => sent && [sent])).kind).toMatch(/processed|duplicate/);
    expect((await received((sent) => sent?.split(',') ?? null)).kind).toMatch(
      /processed|duplicate/,
    );
  });

  it.each([7, true, {}, new Date(0)])('%j counts as a header that was not sent', async (value) => {
    expect(await received((sent) => sent && value)).toMatchObject({
      rejection: { code: 'unsupported_media_type' },
    });
  });
});

it('passes the limit to the adapter, and what the adapter says is the answer', async () => {
  const limits: number[] = [];
  const readBody: Delivery['readBody'] = (limit) => {
    limits.push(limit);
    return { ok: false, code: 'body_too_large' };
  };
  expect(await codeFor({ readBody })).toContain('body_too_large');
  expect(limits).toEqual([2048]);
});

it('leaves no listener on the signal of a sender that stays', async () => {
  const { signal } = new AbortController();
  expect(await codeFor({ signal })).toMatch(/processed|duplicate/);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
