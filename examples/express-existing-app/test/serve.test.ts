import { afterEach, expect, test, vi } from 'vitest';
import { serve } from '../src/serve.js';
import { sampleEvent } from './sample-event.js';
import { deliver, testApp } from './test-app.js';

const event = sampleEvent({ id: 'evt_1', about: 'completed', clinician: 'ada' });

afterEach(() => {
  vi.useRealTimers();
});

test('stop waits for a handler that runs past the ack deadline', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let written = false;
  let endHandler = (): void => {};
  const handlerEnd = new Promise<void>((resolve) => (endHandler = resolve));
  const slow = async (): Promise<undefined> => {
    // The receiver starts its timer when the handler has not returned at once. Then the deadline passes.
    await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(12_000);
    await handlerEnd;
    written = true;
  };
  const { app, log, screening } = testApp({ decide: slow });
  const running = await serve(app, screening, 0);

  const ack = await deliver(running.url, event);
  expect(ack.status).toBe(503);
  expect(ack.body).toEqual({ outcome: 'timed_out' });
  expect(written).toBe(false);

  const stopped = running.stop().then(() => written);
  endHandler();
  expect(await stopped).toBe(true);
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

test('a port in use is an error', async () => {
  const { app, screening } = testApp();
  const running = await serve(app, screening, 0);
  const port = Number(new URL(running.url).port);
  await expect(serve(app, screening, port)).rejects.toThrow('EADDRINUSE');
  await running.stop();
});
