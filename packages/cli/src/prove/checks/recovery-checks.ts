import type { Check } from '../check.js';
import { answerOf, failed, mustAck, unproven } from '../finding.js';
import { writeRaw } from '../write-raw.js';
import { finalCount, handledOnce, NO_PROBE } from './with-probe.js';

const base = {
  group: 'recovery',
  level: 'must',
  expected: 'a 2xx for the event',
} as const;

/** Milliseconds that a receiver has to react before the connection is closed or its handlers are counted. */
const WAIT_MS = 300;

const unaffected =
  'Every public URL gets scanners and broken connections. They must not affect the next genuine event.';

/** Bytes that are not a valid request, then a genuine event. */
const afterBytes = (
  name: string,
  sends: string,
  write: (url: URL) => string | Uint8Array,
): Check => ({
  ...base,
  name,
  sends: `${sends}, then a genuine event`,
  why: unaffected,
  spec: '4',
  run: async (context) => {
    const { url, signal, host } = context.settings;
    await writeRaw(url, Buffer.from(write(url)), { waitMs: WAIT_MS, signal, host });
    return mustAck(await context.send({ body: context.body() }));
  },
});

/** A genuine event must be acked, whatever was sent before it. */
export const recoveryChecks: readonly Check[] = [
  afterBytes('after-garbage', '4 KiB that are not HTTP', () =>
    Uint8Array.from({ length: 4096 }, (_, index) => (index * 131 + 7) % 256),
  ),
  afterBytes(
    'after-a-truncated-head',
    'half of a request line and headers',
    ({ host, pathname }) => `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Ty`,
  ),
  afterBytes(
    'after-a-broken-chunk',
    'a chunked body with invalid chunk sizes',
    ({ host, pathname }) =>
      `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
  ),
  {
    ...base,
    name: 'after-a-cut-body',
    sends: 'half of a genuine body, then a closed connection, then the whole event',
    why: `${unaffected} The service counts it as a failure and retries.`,
    spec: '7',
    run: async (context) => {
      await context.send({ body: context.body(), transferMode: 'cut off' });
      await context.sleep(WAIT_MS);
      return mustAck(await context.send({ body: context.body(), skew: 1 }));
    },
  },
  {
    ...base,
    name: 'cut-body-is-not-handled',
    sends: 'half of a genuine body, then a closed connection, then the whole event',
    expected: 'handled once, when it arrives whole',
    why: 'A receiver that stores the id of a partial event treats the whole event as a duplicate.',
    spec: '7',
    run: async (context) => {
      const { probe } = context.settings;
      if (probe === undefined) return unproven(NO_PROBE);
      await context.send({ body: context.body(), transferMode: 'cut off' });
      await context.sleep(WAIT_MS);
      if ((await probe.runsOf(context.id())).handled > 0)
        return failed('handled before it arrived whole');
      const result = await context.send({ body: context.body(), skew: 1 });
      return handledOnce(await finalCount(context, probe, context.id()), answerOf(result));
    },
  },
  {
    ...base,
    name: 'after-all-of-it',
    sends: 'ten connections closed in the middle of a body at once, then a genuine event',
    why: unaffected,
    spec: '7',
    run: async (context) => {
      const body = context.body();
      const cut = Array.from({ length: 10 }, () => context.send({ body, transferMode: 'cut off' }));
      await Promise.all(cut);
      await context.sleep(WAIT_MS);
      const result = await context.send({ body, skew: 1 });
      return mustAck(result);
    },
  },
];
