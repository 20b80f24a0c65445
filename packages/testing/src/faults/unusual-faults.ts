import type { Bytes } from '../bytes.js';
import { changeData, changeEvent } from './change-event.js';
import type { Fault } from './fault.js';
import { type Difference, type Manner, planDelivery } from './plan-delivery.js';

const OTHER_SECRET = 'whsec_of_another_endpoint';
/** The default limit of this toolkit's receivers. */
const DEFAULT_MAX_BODY_BYTES = 1_048_576;

const one = (
  kind: string,
  summary: string,
  {
    aliases = [],
    transferMode = 'at once',
    expected = 'ack',
    ...difference
  }: Difference & Partial<Pick<Fault, 'aliases'> & Manner>,
): Fault => ({
  kind,
  summary,
  aliases,
  transferMode,
  ...(expected === 'ack' ? { retryable: true } : {}),
  plan: async (body, target) => [
    await planDelivery(body, target, difference, { transferMode, expected }),
  ],
});

/** Single deliveries: genuine but unusual, or broken off, or refused for what they carry. */
export const unusualFaults: readonly Fault[] = [
  one('edge_timestamp', 'signed exactly 300 s ahead, which is within the window; acknowledged', {
    // Not 300 s ago: it would be 301 when the next second begins on its way.
    skew: 300,
  }),
  one('rolled_first', "two v1, the first signed with the receiver's secret; acknowledged", {
    secrets: ([newest]) => [newest, OTHER_SECRET],
  }),
  one('rolled_second', "two v1, the second signed with the receiver's secret; acknowledged", {
    secrets: ([newest]) => [OTHER_SECRET, newest],
    aliases: ['rotated', 'rolled'],
  }),
  one('unknown_scheme', 'a v0 beside the v1; acknowledged', {
    header: (header, { t }) => header.replace(`t=${t}`, `t=${t},v0=${'0'.repeat(64)}`),
  }),
  one('indented', 'an indented event, signed as sent; acknowledged, unless re-serialised', {
    signed: (body) => `${JSON.stringify(JSON.parse(body), null, 2)}\n`,
  }),
  one('unknown_type', 'an event type that the specification does not list; acknowledged', {
    signed: changeEvent(({ event }) => ({ ...event, type: 'screening.unheard_of' })),
  }),
  one('extra_fields', 'fields that the specification does not list; acknowledged', {
    signed: changeEvent(({ event, data }) => ({
      ...event,
      apiVersion: '2099-01-01',
      data: { ...data, riskScore: 7, reviewer: { name: 'A. Reviewer' } },
    })),
  }),
  one('unknown_status', 'a status that the specification does not show; acknowledged', {
    signed: changeData(() => ({ status: 'UNHEARD_OF' })),
  }),
  one('related_present', 'related objects beside data; acknowledged', {
    signed: changeEvent(({ event, data }) => ({
      ...event,
      related: { integration: { id: data['integrationId'] ?? null, name: 'Shift Planner' } },
    })),
  }),
  one('null_fields', 'null in every field that does not identify the record; acknowledged', {
    signed: changeData((data) =>
      Object.fromEntries(
        Object.keys(data)
          .filter(isNullable)
          .map((key) => [key, null]),
      ),
    ),
  }),
  one(
    'wrong_integration',
    'an event of another integration; acknowledged, or refused by a receiver that pins its own',
    {
      signed: changeData(() => ({ integrationId: 'int_of_somebody_else' })),
      expected: 'ack or refusal',
    },
  ),
  one('chunked', 'a body in small chunks, without a Content-Length; acknowledged', {
    transferMode: 'in chunks',
  }),
  one('slow_body', 'a body in ten pieces over two seconds; acknowledged', {
    transferMode: 'slowly',
  }),
  one('abort_mid_body', 'the connection closes in the middle of the body; not handled', {
    transferMode: 'cut off',
    expected: 'nothing',
    aliases: ['abort'],
  }),
  one(
    'disconnect_before_response',
    'the connection closes before the response; handled at most once',
    { transferMode: 'hang up', expected: 'nothing' },
  ),
  one('client_timeout', 'the response counts as too late; handled once, a retry is a duplicate', {
    transferMode: 'ignore the answer',
    expected: 'nothing',
  }),
  // One byte over the limit: with much more, a receiver that refuses early may reset the connection before its 413 is read.
  one('oversized', 'a genuine event of 1 MiB and one byte; refused', {
    signed: oversized,
    expected: 'refusal',
  }),
  one('gzip', 'compressed after signing, as by a proxy; refused', {
    headers: { 'Content-Encoding': 'gzip' },
    sent: gzip,
    expected: 'refusal',
  }),
];

const identifying = ['verificationId', 'externalId', 'integrationId', 'documentConfigSlug'];
const deciding = ['status', 'verified', 'attemptCount', 'createdAt'];

function isNullable(key: string): boolean {
  return !identifying.includes(key) && !deciding.includes(key);
}

function oversized(body: string): string {
  const padded = (padding: string): string =>
    changeEvent(({ event }) => ({ ...event, padding }))(body);
  const { length } = new TextEncoder().encode(padded(''));
  return padded('x'.repeat(Math.max(0, DEFAULT_MAX_BODY_BYTES + 1 - length)));
}

async function gzip(body: string): Promise<Bytes> {
  const stream = new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
