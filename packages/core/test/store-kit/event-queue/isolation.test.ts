import { expect, it, onTestFinished, vi } from 'vitest';
import { createIsolation } from '../../../src/store-kit/event-queue/isolation.js';

const never = new AbortController().signal;

it('waits for all that run, and lets nothing start meanwhile', async () => {
  const isolation = createIsolation();
  const [one, two] = [isolation.enter(), isolation.enter()];
  const steps: string[] = [];
  const alone = isolation.enterAlone(never).then((solitude) => {
    steps.push(`alone: ${solitude?.alone}`);
    return solitude;
  });
  expect(isolation.isClosed()).toBe(true);
  one.leave();
  steps.push('one left');
  await Promise.resolve();
  two.leave();
  steps.push('two left');
  (await alone)?.end();
  expect(steps).toEqual(['one left', 'two left', 'alone: true']);
  expect(isolation.isClosed()).toBe(false);
});

it('lets one after the other run alone', async () => {
  const isolation = createIsolation();
  const first = await isolation.enterAlone(never);
  const steps: string[] = [];
  const second = isolation.enterAlone(never).then((solitude) => {
    steps.push('second begins');
    return solitude;
  });
  steps.push('first ends');
  first?.end();
  (await second)?.end();
  expect(steps).toEqual(['first ends', 'second begins']);
  expect(isolation.isClosed()).toBe(false);
});

it('waits neither for what was abandoned nor longer than its limit, but is then not alone', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const isolation = createIsolation(60_000);
  const abandoned = isolation.enter();
  abandoned.abandon();
  const besideAbandoned = await isolation.enterAlone(never);
  expect(besideAbandoned?.alone).toBe(false);
  besideAbandoned?.end();
  abandoned.leave();

  const hanging = isolation.enter();
  const waiting = isolation.enterAlone(never);
  await vi.advanceTimersByTimeAsync(60_000);
  const besideHanging = await waiting;
  expect(besideHanging?.alone).toBe(false);
  besideHanging?.end();
  // The next one does not wait for it again.
  (await isolation.enterAlone(never))?.end();
  hanging.leave();
  const last = await isolation.enterAlone(never);
  expect(last?.alone).toBe(true);
});

it('gives up at the abort of its signal, without ending the turn of another', async () => {
  const isolation = createIsolation();
  const first = await isolation.enterAlone(never);
  const stop = new AbortController();
  const second = isolation.enterAlone(stop.signal);
  const third = isolation.enterAlone(never);
  stop.abort();
  expect(await second).toBeUndefined();
  expect(isolation.isClosed()).toBe(true);
  first?.end();
  expect((await third)?.alone).toBe(true);
});
