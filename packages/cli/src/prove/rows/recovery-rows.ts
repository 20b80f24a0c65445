import type { Bench } from '../bench.js';
import { answerOf, failed, isAck, mustAck, passed, unproven } from '../finding.js';
import { writeRaw } from '../raw-connection.js';
import type { Row } from '../row.js';
import { NO_PROBE, once, settledCount } from './watch.js';

const base = {
  group: 'recovery',
  level: 'must',
  expected: 'a 2xx for the event',
  alone: true,
} as const;

/** Milliseconds that a receiver has to hang up by itself. */
const PATIENCE_MS = 300;

const standing =
  'Scanners and broken connections come to every public address. What they leave behind must not cost the next genuine event.';

const bodyOf = (bench: Bench): string =>
  JSON.stringify(bench.event('document_verification.completed'));

/** Bytes on the socket that are no request, then a genuine event. */
const afterBytes = (
  name: string,
  sends: string,
  write: (url: URL) => string | Uint8Array,
): Row => ({
  ...base,
  name,
  sends: `${sends}, then a genuine event`,
  why: standing,
  spec: '4',
  run: async (bench) => {
    const { url, signal } = bench.trial;
    await writeRaw(url, Buffer.from(write(url)), { patience: PATIENCE_MS, signal });
    return mustAck(await bench.send({ body: bodyOf(bench) }));
  },
});

/** A good event must be acked, whatever came before it. */
export const recoveryRows: readonly Row[] = [
  afterBytes('after-garbage', '4 KiB that are no HTTP', () =>
    Uint8Array.from({ length: 4096 }, (_, index) => (index * 131 + 7) % 256),
  ),
  afterBytes(
    'after-a-truncated-head',
    'half of a request line and headers',
    ({ host, pathname }) => `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Ty`,
  ),
  afterBytes(
    'after-a-broken-chunk',
    'a chunked body whose sizes are no numbers',
    ({ host, pathname }) =>
      `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
  ),
  {
    ...base,
    name: 'after-a-cut-body',
    sends: 'half of a genuine body, then a hang-up, then the same event in full',
    why: `${standing} The service counts it as a failure, and tries again.`,
    spec: '7',
    run: async (bench) => {
      await bench.send({ body: bodyOf(bench), manner: 'cut off' });
      return mustAck(await bench.send({ body: bodyOf(bench), skew: 1 }));
    },
  },
  {
    ...base,
    name: 'cut-body-is-not-handled',
    sends: 'half of a genuine body, then a hang-up, then the same event in full',
    expected: 'handled once, after it was whole',
    why: 'Half an event is none. Whoever notes its id all the same takes the whole one for a duplicate.',
    spec: '7',
    run: async (bench) => {
      const { probe } = bench.trial;
      if (probe === undefined) return unproven(NO_PROBE);
      await bench.send({ body: bodyOf(bench), manner: 'cut off' });
      await bench.sleep(PATIENCE_MS);
      if ((await probe.handled(bench.id())) > 0) return failed('handled before it was whole');
      const result = await bench.send({ body: bodyOf(bench), skew: 1 });
      return once(await settledCount(bench, probe, bench.id()), answerOf(result));
    },
  },
  {
    ...base,
    name: 'after-all-of-it',
    sends: 'ten hang-ups in the middle of a body at once, then a genuine event',
    why: standing,
    spec: '7',
    run: async (bench) => {
      const body = bodyOf(bench);
      const cut = Array.from({ length: 10 }, () => bench.send({ body, manner: 'cut off' }));
      await Promise.all(cut);
      const result = await bench.send({ body, skew: 1 });
      return isAck(result) ? passed(answerOf(result)) : failed(answerOf(result));
    },
  },
];
