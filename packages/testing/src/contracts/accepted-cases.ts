import type { Bytes } from '../bytes.js';
import { fixture } from '../fixture.js';
import {
  type AdapterHarness,
  mustAnswer,
  NOW_SECONDS,
  SECRET,
  type Send,
  servingWith,
  signed,
} from './adapter-harness.js';
import { type ContractCase, mustEqual } from './contract.js';
import type { ReceiverFlaw } from './receiver-flaw.js';

const event = fixture('document_verification.recorded', { id: 'evt_accepted' });
const body = JSON.stringify(event);
const zeros = '0'.repeat(64);

/** Correctly signed deliveries that a receiver must accept, in unusual forms too. */
export function acceptedCases(harness: AdapterHarness): readonly ContractCase[] {
  const serving = servingWith(harness);
  const accepts = (
    name: string,
    catches: readonly ReceiverFlaw[],
    delivery: () => Send | Promise<Send>,
    options: { readonly secret?: readonly string[] } = {},
  ): ContractCase => ({
    name: `accepts ${name}`,
    catches,
    run: serving(options, async ({ send, handler }) => {
      const response = await send(await delivery());
      await mustAnswer(response, 200, { outcome: 'processed' });
      mustEqual('runs', handler.events.length, 1);
    }),
  });

  const withHeader =
    (change: (header: string, parts: { t: string; v1: string }) => string) =>
    async (): Promise<Send> => {
      const { 'service-signature': header = '' } = await signed(body);
      const [t = '', v1 = ''] = header.split(',').map((pair) => pair.split('=')[1] ?? '');
      return { body, headers: { 'service-signature': change(header, { t, v1 }) } };
    };

  const signedAt = (skew: number) => async (): Promise<Send> => ({
    body,
    headers: await signed(body, SECRET, NOW_SECONDS + skew),
  });

  const bytes = (...parts: (string | number[])[]): Bytes =>
    Uint8Array.from(
      parts.flatMap((part) =>
        typeof part === 'string' ? [...new TextEncoder().encode(part)] : part,
      ),
    );

  return [
    accepts('a plain delivery', [], () => ({ body })),
    accepts('a content type with a charset, in any case', [], async () => ({
      body,
      headers: { ...(await signed(body)), 'content-type': 'Application/JSON; charset=utf-8' },
    })),
    accepts('text outside ASCII', [], () => ({ body: body.replace('Red Cross', 'Zoë 王小明 🩺') })),
    accepts('a byte order mark', ['verifies-after-parse', 'verifies-decoded-text'], () => ({
      body: bytes([0xef, 0xbb, 0xbf], body),
    })),
    accepts('indentation and CRLF', ['verifies-after-parse'], () => ({
      body: JSON.stringify(event, null, 2).replaceAll('\n', '\r\n'),
    })),
    accepts('a trailing newline', ['verifies-after-parse'], () => ({ body: `${body}\n` })),
    accepts('numbers that a serialiser would rewrite', ['verifies-after-parse'], () => ({
      body: body.replace('{', '{"a":1.0,"b":1e2,"c":-0,'),
    })),
    accepts('duplicate keys', ['verifies-after-parse'], () => ({
      body: body.replace('{', '{"id":"first",'),
    })),
    accepts('unicode escapes', ['verifies-after-parse'], () => ({
      body: body.replace('Red Cross', '\\u0052ed Cross'),
    })),
    accepts('replacement patterns', [], () => ({
      body: body.replace('Red Cross', () => "$& $$ $1 $'"),
    })),
    accepts('a body of one mebibyte, the default limit', [], () => ({
      body: body.replace('Red Cross', 'x'.repeat(1_048_576 - body.length + 'Red Cross'.length)),
    })),
    accepts(
      'v1 before t',
      [],
      withHeader((_header, { t, v1 }) => `v1=${v1},t=${t}`),
    ),
    accepts(
      'spaces around pairs',
      [],
      withHeader((_header, { t, v1 }) => ` t=${t} , v1=${v1} `),
    ),
    accepts(
      'upper-case hex',
      [],
      withHeader((_header, { t, v1 }) => `t=${t},v1=${v1.toUpperCase()}`),
    ),
    accepts(
      'unknown schemes and a trailing comma',
      [],
      withHeader((header) => `v0=x,${header},v2=y,`),
    ),
    accepts(
      'a wrong v1 before the right one',
      ['first-v1-only'],
      withHeader((_header, { t, v1 }) => `t=${t},v1=${zeros},v1=${v1}`),
    ),
    accepts(
      'a wrong v1 after the right one',
      ['last-v1-only'],
      withHeader((_header, { t, v1 }) => `t=${t},v1=${v1},v1=${zeros}`),
    ),
    accepts(
      'an empty v1 beside the right one',
      ['first-v1-only'],
      withHeader((_header, { t, v1 }) => `t=${t},v1=,v1=${v1}`),
    ),
    accepts('exactly 300 s old', [], signedAt(-300)),
    accepts('exactly 300 s ahead', [], signedAt(300)),
    accepts(
      'the second of two secrets',
      ['one-secret-only'],
      async () => ({ body, headers: await signed(body, 'whsec_previous') }),
      { secret: [SECRET, 'whsec_previous'] },
    ),
  ];
}
