import { beforeEach, describe, expect, it } from 'vitest';
import { sendInProcess } from '../../../../../src/service/capabilities/webhooks/deliveries/send-in-process.js';
import { deliveryOf, order } from '../../../../support/orders.js';
import { sharedService } from '../../../../support/service.js';

let answer: (request: Request) => Response;
const service = sharedService(async (request) => answer(request));

beforeEach(() => {
  answer = () => new Response();
});

async function attempt(): Promise<Readonly<Record<string, unknown>>> {
  const id = await order(service(), {});
  await service().control('/clock', { settle: true });
  const { delivery, attempts } = await deliveryOf(service(), id);
  return { status: delivery['status'], ...attempts[0] };
}

/** A body of these pieces, one for each read. Then it breaks off, or repeats the last piece forever. */
function bodyOf(pieces: readonly string[], end: 'breaks off' | 'goes on'): ReadableStream {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = end === 'goes on' ? (pieces[next] ?? pieces.at(-1)) : pieces[next];
      next += 1;
      if (piece === undefined) controller.error(new Error('The body broke off.'));
      else controller.enqueue(new TextEncoder().encode(piece));
    },
  });
}

it('an answer in process is recorded like one over a socket', async () => {
  answer = () => Response.json({ outcome: 'processed' }, { status: 202 });
  expect(await attempt()).toMatchObject({
    status: 'succeeded',
    responseStatus: 202,
    responseHeaders: { 'content-type': 'application/json' },
    responseBody: '{"outcome":"processed"}',
    error: null,
  });
});

it('a body that breaks off after a 2xx changes nothing', async () => {
  answer = () => new Response(bodyOf(['half'], 'breaks off'));
  expect(await attempt()).toMatchObject({ status: 'succeeded', responseStatus: 200, error: null });
});

it('a body that never ends is cut at 64 KiB, and changes nothing', async () => {
  answer = () => new Response(bodyOf(['é'.repeat(10_000)], 'goes on'), { status: 500 });
  const failed = await attempt();
  expect(failed).toMatchObject({ status: 'retrying', responseStatus: 500 });
  expect(Buffer.byteLength(String(failed['responseBody']))).toBe(65_536);
});

it('a function that throws has not answered', async () => {
  answer = () => {
    throw new Error('The route is missing.');
  };
  expect(await attempt()).toMatchObject({
    status: 'retrying',
    responseStatus: null,
    error: { code: 'connection_failed', message: 'The route is missing.' },
  });
});

describe('sent by itself', () => {
  const attempt = {
    id: 'att_1',
    deliveryId: 'dlv_1',
    endpointId: 'whe_1',
    number: 1,
    trigger: 'scheduled',
    replayOf: null,
    url: 'http://localhost:9/',
    method: 'POST',
    transferMode: 'at once',
    inProcess: true,
    headers: {},
    body: Buffer.from('{}'),
    timeoutSeconds: 30,
    also: [],
    concurrent: false,
  } as const;
  const never = () => new Promise<Response>(() => {});
  const going = new AbortController().signal;

  it.each([
    ['hang up', 'cut_off'],
    ['ignore the answer', 'timeout'],
  ] as const)('a fault has it %s', async (transferMode, code) => {
    const result = await sendInProcess(
      async () => new Response(),
      { ...attempt, transferMode },
      going,
    );
    expect(result).toMatchObject({ error: { code } });
  });

  it('a function that never answers is given up in time, or with the service', async () => {
    const late = await sendInProcess(never, { ...attempt, timeoutSeconds: 0.01 }, going);
    expect(late.error).toEqual({ code: 'timeout', message: 'No response within 0.01 s.' });
    const cut = await sendInProcess(never, attempt, AbortSignal.abort());
    expect(cut.error).toMatchObject({ code: 'aborted' });
  });

  it('a GET has no body, and a thrown value need not be an error', async () => {
    const read = async (request: Request) => Promise.reject(`${await request.text()}!`);
    const { error } = await sendInProcess(read, { ...attempt, method: 'GET' }, going);
    expect(error).toEqual({ code: 'connection_failed', message: '!' });
  });
});
