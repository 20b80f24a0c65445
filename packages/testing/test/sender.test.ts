import { createReceiver } from '@screening-webhooks/core';
import { describe, expect, it, vi } from 'vitest';
import { fixture, manualClock, recordingHandler, sender } from '../src/index.js';

const secret = 'whsec_sender';
const url = 'https://receiver.test/webhooks';
const event = fixture('document_verification.completed');

describe('over a virtual clock', () => {
  it('attempts at 0, 60, 180, 420 and 900 s, and then stops', async () => {
    const fetch = vi.fn(() => new Response('no', { status: 500 }));
    const report = await sender({ url, secret, clock: manualClock(), fetch }).send(event);
    expect(report.delivered).toBe(false);
    expect(report.attempts.map(({ at }) => at)).toEqual([0, 60, 180, 420, 900]);
    expect(fetch).toHaveBeenCalledTimes(5);
  });

  it('signs each attempt with a new timestamp, over the same bytes, so that the last is still valid', async () => {
    const clock = manualClock();
    const requests: { signature: string | null; body: string }[] = [];
    const handler = recordingHandler((_event, run) => {
      if (run < 5) throw new Error('not yet');
    });
    const receiver = createReceiver({ secret, now: clock.now, handlers: { '*': handler } });
    const fetch = async (request: Request): Promise<Response> => {
      requests.push({
        signature: request.headers.get('service-signature'),
        body: await request.clone().text(),
      });
      return receiver.fetch(request);
    };
    const report = await sender({ url, secret, clock, fetch }).send(event);
    expect(report.attempts.map(({ status }) => status)).toEqual([500, 500, 500, 500, 200]);
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
    expect(new Set(requests.map(({ signature }) => signature)).size).toBe(5);
  });

  it('stops at the first 2xx, which may be a duplicate', async () => {
    const clock = manualClock();
    const handler = recordingHandler();
    const receiver = createReceiver({ secret, now: clock.now, handlers: { '*': handler } });
    const service = sender({ url, secret, clock, fetch: receiver.fetch });
    expect(await service.send(event)).toEqual({
      delivered: true,
      attempts: [{ at: 0, status: 200, body: '{"outcome":"processed"}' }],
    });
    expect(await service.send(event)).toMatchObject({
      attempts: [{ body: '{"outcome":"duplicate"}' }],
    });
    expect(handler.runsOf(event.id)).toBe(1);
  });

  it('a redirect is a failure', async () => {
    const fetch = () => new Response(null, { status: 302, headers: { location: url } });
    const report = await sender({ url, secret, clock: manualClock(), fetch, backoff: [] }).send(
      event,
    );
    expect(report).toMatchObject({ delivered: false, attempts: [{ status: 302 }] });
  });
});

it('in real time, an attempt without an answer within the timeout has failed', async () => {
  const fetch = () => new Promise<Response>(() => {});
  const report = await sender({ url, secret, fetch, timeout: 20, backoff: [10] }).send(event);
  expect(report).toMatchObject({
    delivered: false,
    attempts: [{ status: undefined }, { status: undefined }],
  });
});

describe('manualClock', () => {
  it('wakes sleepers in the order of their times, at their times', async () => {
    const clock = manualClock(0);
    const woken: [string, number][] = [];
    const sleepers = [
      clock.sleep(50).then(() => woken.push(['late', clock.now()])),
      clock.sleep(10).then(async () => {
        woken.push(['early', clock.now()]);
        await clock.sleep(10);
        woken.push(['again', clock.now()]);
      }),
    ];
    await clock.advance(100);
    await Promise.all(sleepers);
    expect(woken).toEqual([
      ['early', 10],
      ['again', 20],
      ['late', 50],
    ]);
    expect(clock.now()).toBe(100);
  });
});
