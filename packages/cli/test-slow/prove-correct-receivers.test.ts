import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { type Answer, createMutant } from '../test/prove/mutants/mutant-receiver.js';
import { behindKeepAlive } from '../test/prove/receivers/keep-alive-proxy.js';
import { createProbe, type ReceiverProbe } from '../test/prove/receivers/probe.js';
import { delayed, oneOrNothing, type Paced, serial } from '../test/prove/receivers/serial.js';
import { OLD_SECRET, reportOf, SECRET } from '../test/prove/run-prove.js';

// Receivers that conform to the specification.

interface Correct {
  readonly name: string;
  readonly answer?: Answer;
  readonly serve?: (receiver: RequestListener) => Paced | Promise<Paced>;
  /** Handles an event in place of `probe.work`. */
  readonly work?: (probe: ReceiverProbe) => ReceiverProbe['work'];
}

/** Keeps an event whose handler has failed twice, and acks it. */
function deadLetters({ work, keep }: ReceiverProbe): ReceiverProbe['work'] {
  const failures = new Map<string, number>();
  return (id) =>
    work(id).catch((error: unknown) => {
      const count = (failures.get(id) ?? 0) + 1;
      failures.set(id, count);
      if (count < 2) throw error;
      keep(id);
    });
}

const always = (listener: RequestListener): Paced => ({ listener, isWaiting: () => false });

const statuses =
  (change: (status: number) => number): Answer =>
  (status, _req, res) => {
    res.writeHead(change(status)).end();
  };

const acks = (ack: number): Answer => statuses((status) => (status === 200 ? ack : status));
const refusals = (refusal: number): Answer =>
  statuses((status) => (status >= 400 && status < 500 ? refusal : status));

const receivers: readonly Correct[] = [
  { name: 'one delivery at a time', serve: (receiver) => serial(receiver, 0) },
  ...[50, 300, 700].flatMap((ms): Correct[] => [
    { name: `${ms} ms for each delivery`, serve: (receiver) => delayed(receiver, ms) },
    { name: `one at a time, ${ms} ms for each`, serve: (receiver) => serial(receiver, ms) },
    { name: `503 while busy, ${ms} ms for each`, serve: (receiver) => oneOrNothing(receiver, ms) },
  ]),
  { name: 'acks with 202', answer: acks(202) },
  { name: 'acks with 204 and no body', answer: acks(204) },
  { name: 'acks with 299', answer: acks(299) },
  ...[400, 403, 404, 422, 429].map((status) => ({
    name: `refuses with ${status}`,
    answer: refusals(status),
  })),
  {
    name: 'answers failures with 503 and refuses with 500',
    answer: statuses((status) => (status === 500 ? 503 : status >= 400 ? 500 : status)),
  },
  {
    name: 'closes the connection after each answer',
    answer: (status, _req, res) => {
      res.writeHead(status, { connection: 'close' }).end();
    },
  },
  {
    name: 'closes the connection in place of a refusal',
    answer: (status, req, res) => {
      if (status >= 400 && status < 500) req.socket.destroy();
      else res.writeHead(status).end();
    },
  },
  { name: 'keeps an event that has failed twice as a dead letter', work: deadLetters },
  {
    name: 'behind a proxy that keeps connections open',
    serve: async (receiver) => always(await behindKeepAlive(receiver)),
  },
];

test.for(receivers)('every check passes: $name', async ({ answer, serve = always, work }) => {
  const probe = createProbe();
  const handling = work ? { ...probe, work: work(probe) } : probe;
  const paced = await serve(createMutant(undefined, [SECRET, OLD_SECRET], handling, answer));
  const waiting: ReceiverProbe = {
    ...probe,
    isWaiting: () => probe.isWaiting() || paced.isWaiting(),
  };
  const args = ['--secret', OLD_SECRET];
  const { report, exit } = await reportOf(() => paced.listener, args, waiting);
  const bad = report.checks.filter(({ verdict }) => verdict !== 'passed');
  expect(bad.map(({ name, verdict, got }) => `${verdict} ${name}: ${got}`)).toEqual([]);
  expect(exit).toBe(0);
});

// An inbox stores an event before a handler can fail, so its probe refuses to make a handler fail.
test('no check accuses an inbox, which answers 202', async () => {
  const probe = createProbe({ arms: false });
  const inbox: ReceiverProbe = { ...probe, work: async (id) => probe.keep(id) };
  const { report } = await reportOf(
    () => createMutant(undefined, [SECRET, OLD_SECRET], inbox, acks(202)),
    ['--secret', OLD_SECRET],
    probe,
  );
  const bad = report.checks.filter(({ verdict }) => verdict === 'failed' || verdict === 'advised');
  expect(bad).toEqual([]);
});
