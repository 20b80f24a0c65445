import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { type Answer, createMutant } from '../test/prove/mutants/mutant-receiver.js';
import { behindKeepAlive } from '../test/prove/receivers/keep-alive-proxy.js';
import { createProbe, type ReceiverProbe } from '../test/prove/receivers/probe.js';
import { delayed, oneOrNothing, type Paced, serial } from '../test/prove/receivers/serial.js';
import { proveByCommand, type Report, SECRET, whileServed } from '../test/prove/run-prove.js';

// Receivers that the specification allows.

const OLD_SECRET = 'whsec_of_before';

interface Correct {
  readonly name: string;
  readonly answer?: Answer;
  readonly serve?: (receiver: RequestListener) => Paced | Promise<Paced>;
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
  {
    name: 'behind a proxy that keeps connections open',
    serve: async (receiver) => always(await behindKeepAlive(receiver)),
  },
];

test.for(receivers)('every check passes: $name', async ({ answer, serve = always }) => {
  const probe = createProbe();
  const paced = await serve(createMutant(undefined, [SECRET, OLD_SECRET], probe, answer));
  const waiting: ReceiverProbe = {
    ...probe,
    isWaiting: () => probe.isWaiting() || paced.isWaiting(),
  };
  await whileServed(
    () => paced.listener,
    async (receiver, address) => {
      const args = [receiver, '--probe', address, '--secret', OLD_SECRET, '--json', '--seed', '1'];
      const { out, exit } = await proveByCommand(args);
      const report: Report = JSON.parse(out);
      const bad = report.checks.filter(({ verdict }) => verdict !== 'passed');
      expect(bad.map(({ name, verdict, got }) => `${verdict} ${name}: ${got}`)).toEqual([]);
      expect(exit).toBe(0);
    },
    waiting,
  );
});
