import {
  PermanentError,
  RawBodyUnavailableError,
  RetryLater,
  type StandardSchemaV1,
} from '@screening-webhooks/core';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { beforeEach, expect, it } from 'vitest';
import { screeningTelemetry } from '../src/index.js';
import { afterMs } from './support/after-ms.js';
import { allOutput, captureOutputs, exported } from './support/capture-outputs.js';
import { now } from './support/deliveries.js';
import {
  MARK,
  MARKED_SECRET,
  markedDelivery,
  markedError,
  markedEvent,
  markedName,
  rejectedDeliveries,
} from './support/marked.js';
import { startContext } from './support/sdk.js';

// Sends marked secrets and personal data through every path, and searches all output for the mark.

type Schema = StandardSchemaV1<unknown, Readonly<Record<string, unknown>>>;
type Validate = Schema['~standard']['validate'];

const schemaThat = (validate: Validate): Schema => ({
  '~standard': { version: 1, vendor: 'test', validate },
});
const refusing = schemaThat(() => ({
  issues: [{ message: `${MARK} issue`, path: [`${MARK}-path`] }],
}));
const throwing = schemaThat(() => {
  throw markedError('schema');
});
const failing = (error: unknown) => () => {
  throw error;
};

beforeEach(startContext);

it('marked values do not leak: every rejection', async () => {
  const out = captureOutputs();
  const integrationId = `${MARK}-integration`;
  const { receiveAndCapture } = out.receiver({ integrationId, metadata: refusing });
  for (const delivery of await rejectedDeliveries()) await receiveAndCapture(delivery);
  // One for each code.
  expect(out.seen.size).toBe(15);
  expect(out.sdk.spans()).toHaveLength(15);
  expect(await allOutput(out)).not.toContain(MARK);
});

it('marked values do not leak: every outcome', async () => {
  const out = captureOutputs();
  const event = markedEvent('evt_1');
  const errors = [
    markedError('handler'),
    markedName('handler'),
    new PermanentError(`${MARK} permanent`),
    new RetryLater({ after: 1, cause: markedError('cause') }),
    `${MARK} thrown text`,
    { message: `${MARK} thrown object` },
  ];
  const { receiveAndCapture, dispatch } = out.receiver({
    handlers: { '*': () => failing(errors.shift())(), 'report.completed': () => {} },
  });
  for (let left = errors.length; left > 0; left -= 1) {
    await receiveAndCapture(await markedDelivery(markedEvent(`evt_error_${left}`)));
  }
  errors.push(markedError('dispatch'));
  await dispatch(event);
  await dispatch(markedEvent('', `${MARK}.type`));

  const ok = out.receiver({ handlers: { 'document_verification.failed': () => {} } });
  await ok.receiveAndCapture(await markedDelivery(event));
  await ok.receiveAndCapture(await markedDelivery(event));
  await ok.receiveAndCapture(await markedDelivery(markedEvent('evt_2', `${MARK}.unknown`)));

  const rejects = () => Promise.reject(markedError('store'));
  const store = { claim: rejects, extend: rejects, commit: rejects, release: rejects };
  await out.receiver({ dedupe: store }).receiveAndCapture(await markedDelivery(event));
  const busy = { ...store, claim: () => ({ busyForMs: 5 }) };
  await out.receiver({ dedupe: busy }).receiveAndCapture(await markedDelivery(event));
  const inbox = { store: () => 'stored' as const };
  await out.receiver({ inbox }).receiveAndCapture(await markedDelivery(event));
  await out.receiver({ inbox: { store: rejects } }).receiveAndCapture(await markedDelivery(event));
  await out.receiver({ secret: rejects }).receiveAndCapture(await markedDelivery(event));
  await out.receiver({ metadata: throwing }).receiveAndCapture(await markedDelivery(event));
  const draining = out.receiver({});
  await draining.drain();
  await draining.receiveAndCapture(await markedDelivery(event));

  const gone = new RawBodyUnavailableError('Mount it before the parser.');
  await ok.receiveAndCapture({ ...(await markedDelivery(event)), readBody: failing(gone) });

  const url = `https://receiver.test/${MARK}/path?token=${MARK}`;
  const { headers } = new Request(url, { headers: { 'x-marked': MARK } });
  await ok.fetch(new Request(url, { method: 'POST', body: MARK, headers }));

  expect([...out.seen].sort().join(' ')).toBe(
    'accepted discarded duplicate failed ignored in_progress processed unavailable unsupported_media_type',
  );
  expect(out.errors).toEqual([gone]);
  expect(out.sdk.spans().length).toBeGreaterThan(20);
  expect(await allOutput(out)).not.toContain(MARK);
});

it.each([
  ['late outcome of a handler that failed', {}],
  ['late outcome after a lost lease', { extend: () => false }],
])('marked values do not leak: %s', async (_path, changes) => {
  const out = captureOutputs();
  const hold = deferred();
  const late = deferred();
  const dedupe = {
    claim: () => 'acquired' as const,
    extend: () => true,
    commit: () => true,
    release: () => Promise.reject(markedError('release')),
    ...changes,
  };
  const receiver = out.receiver(
    {
      dedupe,
      lease: 30,
      ackTimeout: 60,
      handlers: { '*': () => hold.promise.then(failing(markedName('late'))) },
    },
    (_outcome, isLate) => isLate && late.resolve(),
  );
  const delivery = await markedDelivery(markedEvent('evt_1'));
  await afterMs(60, () => receiver.receiveAndCapture(delivery));
  hold.resolve();
  await late.promise;
  expect([...out.seen].sort()).toEqual(['failed', 'late', 'timed_out']);
  expect(out.sdk.spans().map(({ name }) => name)).toEqual([
    'POST',
    'process screening-webhooks',
    'settle screening-webhooks',
  ]);
  expect(await allOutput(out)).not.toContain(MARK);
});

it('the search finds a mark: a marked endpoint is in the spans and the metrics', async () => {
  const out = captureOutputs();
  const { createReceiver } = screeningTelemetry({ ...out.sdk.providers, endpoint: MARK });
  const receiver = createReceiver({ secret: MARKED_SECRET, now, handlers: { '*': () => {} } });
  await receiver.receive(await markedDelivery(markedEvent('evt_1')));
  expect(JSON.stringify(out.sdk.spans().map(exported))).toContain(MARK);
  expect(JSON.stringify(await out.sdk.metrics())).toContain(MARK);
});
