import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sampleEvent } from '../src/demo/sample-event.js';
import { serve } from '../src/serve.js';
import { deliver, testApp } from './test-app.js';

const event = sampleEvent({ id: 'evt_1', about: 'completed', clinician: 'ada' });

test('stop waits for a handler that has passed the ack deadline', async () => {
  let written = false;
  const slow = async (): Promise<undefined> => {
    await sleep(300);
    written = true;
  };
  const { app, log, screening } = testApp({ decide: slow }, 50);
  const running = await serve(app, screening, 0);

  const ack = await deliver(running.url, event);
  expect(ack.status).toBe(503);
  expect(ack.body).toEqual({ outcome: 'timed_out' });
  expect(written).toBe(false);

  await running.stop();
  expect(written).toBe(true);
  expect(log.at(-1)).toMatch(/^screening evt_1 discarded: .* after its ack$/);
  await expect(fetch(running.url)).rejects.toThrow();
});

test('a receiver that drains answers 503, so that the service delivers again', async () => {
  const { app, clinicians, screening } = testApp();
  await screening.drain();
  const ack = await deliver(app, event);
  expect(ack.status).toBe(503);
  expect(ack.body).toEqual({ outcome: 'unavailable' });
  expect((await clinicians.find('ada'))?.history).toHaveLength(0);
});

test('a port that is taken is an error', async () => {
  const { app, screening } = testApp();
  const running = await serve(app, screening, 0);
  const port = Number(new URL(running.url).port);
  await expect(serve(app, screening, port)).rejects.toThrow('EADDRINUSE');
  await running.stop();
});
