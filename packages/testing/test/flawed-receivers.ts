import {
  type Ack,
  createReceiver,
  type DedupeStore,
  type Delivery,
  type HandlerContext,
  memoryStore,
  parseSignatureHeader,
  type ReceiverOptions,
} from '@screening-webhooks/core';
import { fetchDelivery, toAck } from '@screening-webhooks/core/adapter';
import type { AdapterHarness, ReceiverFlaw } from '../src/index.js';

/** Where a flaw changes a correct receiver: its options, its deliveries or its acks. */
interface Flaw {
  readonly options?: ChangeOptions;
  readonly delivery?: ChangeDelivery;
  readonly ack?: ChangeAck;
  /** Replaces the handling of a delivery. */
  readonly receive?: (
    receive: (framework?: unknown) => Promise<Ack>,
    delivery: Delivery,
    options: ReceiverOptions,
  ) => Ack | Promise<Ack>;
  readonly ignoresDrain?: boolean;
}

type ChangeOptions = (options: ReceiverOptions) => ReceiverOptions;
type ChangeDelivery = (delivery: Delivery, options: ReceiverOptions) => Delivery;
type FlawedAck = Omit<Ack, 'status'> & { readonly status: number };
type ChangeAck = (ack: Ack) => FlawedAck;

function receiverWith(flaw: Flaw): AdapterHarness {
  return {
    start(given) {
      const options = flaw.options?.(given) ?? given;
      const receiver = createReceiver(options);
      return {
        url: 'https://receiver.test/webhooks',
        drain: async () => {
          if (!flaw.ignoresDrain) await receiver.drain();
        },
        async fetch(request) {
          const described = { ...fetchDelivery(request), signal: request.signal };
          const delivery = flaw.delivery?.(described, options) ?? described;
          const receive = (framework?: unknown): Promise<Ack> =>
            receiver.receive(delivery, { framework });
          const ack = flaw.receive
            ? await flaw.receive(receive, delivery, options)
            : await receive();
          const { body, status, headers } = flaw.ack?.(ack) ?? ack;
          return new Response(body, { status, headers });
        },
      };
    },
  };
}

const withHeaders =
  (change: (name: string, value: string | null) => string | null): ChangeDelivery =>
  (delivery) => ({ ...delivery, header: (name) => change(name, delivery.header(name)) });

const withSignature = (change: (header: string) => string): ChangeDelivery =>
  withHeaders((name, value) => (name === 'service-signature' && value ? change(value) : value));

const withBody =
  (change: (bytes: Uint8Array) => Uint8Array | string): ChangeDelivery =>
  (delivery) => ({
    ...delivery,
    async readBody(limit) {
      const body = await delivery.readBody(limit);
      if ('code' in body) return body;
      const changed = change(body);
      return typeof changed === 'string' ? new TextEncoder().encode(changed) : changed;
    },
  });

/** Sets the receiver's clock to `t`, when `t` is on this side of it. */
function windowOpenTo(side: 'past' | 'future'): ChangeDelivery {
  return (delivery, { now = Date.now }) => {
    const t = Number(/(?:^|,)t=(\d+)/.exec(delivery.header('service-signature') ?? '')?.[1]) * 1000;
    const wrongSide = side === 'past' ? t < now() : t > now();
    return wrongSide ? { ...delivery, receivedAt: t } : delivery;
  };
}

const storeWith =
  (change: (store: DedupeStore) => Partial<DedupeStore>): ChangeOptions =>
  (options) => {
    const store = typeof options.dedupe === 'object' ? options.dedupe : memoryStore();
    return { ...options, dedupe: { ...store, ...change(store) } };
  };

const answering = (
  kind: Ack['outcome']['kind'],
  answer: Partial<Pick<FlawedAck, 'status' | 'body'>>,
): Flaw => ({ ack: (ack) => (ack.outcome.kind === kind ? { ...ack, ...answer } : ack) });

const acceptingCode =
  (code: string): ChangeAck =>
  (ack) =>
    ack.outcome.kind === 'rejected' && ack.outcome.rejection.code === code
      ? { ...ack, status: 200, body: '{"outcome":"processed"}' }
      : ack;

const tooMany = (header: string): boolean => (header.match(/v1=/g) ?? []).length > 8;

async function eventOf(delivery: Delivery): Promise<{ id?: string; type?: string }> {
  const body = await delivery.readBody(1e9);
  return 'code' in body ? {} : JSON.parse(new TextDecoder().decode(body));
}

/** Reads the body once, so that `readBody` may be called again. */
function rereadable(delivery: Delivery): Delivery {
  let body: ReturnType<Delivery['readBody']> | undefined;
  return { ...delivery, readBody: (limit) => (body ??= delivery.readBody(limit)) };
}

type RunHandler = (context: HandlerContext) => unknown;

/** Wraps every handler. */
const aroundHandlers =
  (around: (run: RunHandler, context: HandlerContext) => unknown): ChangeOptions =>
  (options) => {
    const wrapped = Object.entries(options.handlers).map(([type, handler = () => {}]) => [
      type,
      (event: never, context: HandlerContext) =>
        around((changed) => Reflect.apply(handler, undefined, [event, changed]), context),
    ]);
    return { ...options, handlers: Object.fromEntries(wrapped) };
  };

/** A receiver without flaws. */
export const correctReceiver: AdapterHarness = receiverWith({});

const flaws: Readonly<Record<ReceiverFlaw, Flaw>> = {
  'accepts-any-method': { delivery: (delivery) => ({ ...delivery, method: 'POST' }) },
  'accepts-any-media-type': {
    delivery: withHeaders((name, value) => (name === 'content-type' ? 'application/json' : value)),
  },
  'ignores-content-encoding': {
    delivery: withHeaders((name, value) => (name === 'content-encoding' ? null : value)),
  },
  'accepts-two-t': { delivery: withSignature((header) => header.replace(/^t=1,t=/, 't=')) },
  'reads-t-as-a-number': {
    delivery: withSignature((header) => header.replace(/t=\+?(\d+)[^,]*/, 't=$1')),
  },
  'first-v1-only': {
    delivery: withSignature((header) =>
      tooMany(header) ? header : header.replace(/(v1=[^,]*).*,v1=[^,]*/, '$1'),
    ),
  },
  'last-v1-only': {
    delivery: withSignature((header) =>
      tooMany(header) ? header : header.replace(/v1=.*(?=v1=)/, ''),
    ),
  },
  'accepts-unsigned': { ack: acceptingCode('signature_header_missing') },
  'verifies-after-parse': {
    delivery: withBody((bytes) => {
      try {
        return JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)));
      } catch {
        return bytes;
      }
    }),
  },
  'verifies-decoded-text': { delivery: withBody((bytes) => new TextDecoder().decode(bytes)) },
  'accepts-stale': { delivery: windowOpenTo('past') },
  'accepts-future': { delivery: windowOpenTo('future') },
  'window-before-mac': {
    receive: async (receive, delivery, { now = Date.now }) => {
      const header = parseSignatureHeader(delivery.header('service-signature'));
      const tooOld = header.ok && Math.floor(now() / 1000) - header.timestamp > 300;
      return tooOld
        ? toAck({ kind: 'rejected', rejection: { ok: false, code: 'timestamp_too_old' } })
        : receive();
    },
  },
  'one-secret-only': {
    options: (options) => {
      const { secret } = options;
      return typeof secret === 'object' ? { ...options, secret: secret[0] ?? '' } : options;
    },
  },
  'crashes-on-bad-json': {
    receive: async (receive, delivery) => {
      const ack = await receive();
      if (!ack.body.includes('event_malformed')) return ack;
      return eventOf(delivery).then(
        () => ack,
        (error: unknown) => ({ ...ack, status: 500, body: String(error) }),
      );
    },
    delivery: rereadable,
  },
  'prototype-dispatch': {
    receive: async (receive, delivery) => {
      const ack = await receive();
      if (ack.outcome.kind !== 'ignored') return ack;
      const { type = '' } = await eventOf(delivery);
      return type in {} ? { ...ack, body: '{"outcome":"processed"}' } : ack;
    },
    delivery: rereadable,
  },
  'unknown-type-is-an-error': answering('ignored', { status: 404 }),
  'no-dedupe': {
    options: (options) => ({
      ...options,
      dedupe: {
        claim: () => 'acquired',
        extend: () => true,
        commit: () => true,
        release: () => true,
      },
    }),
  },
  'check-then-insert': {
    options: storeWith((store) => {
      const looking = new Map<string, number>();
      return {
        async claim(key, owner, lease) {
          const others = looking.get(key) ?? 0;
          looking.set(key, others + 1);
          const seen = await store.claim(key, owner, lease);
          await new Promise((resolve) => setImmediate(resolve));
          looking.set(key, (looking.get(key) ?? 1) - 1);
          return others > 0 && typeof seen === 'object' ? 'acquired' : seen;
        },
      };
    }),
  },
  'done-before-the-handler': {
    options: storeWith((store) => ({
      async claim(key, owner, lease) {
        const claim = await store.claim(key, owner, lease);
        if (claim === 'acquired') await store.commit(key, owner, 1e9);
        return claim;
      },
      commit: () => true,
      release: () => true,
      extend: () => true,
    })),
  },
  'ack-before-commit': {
    options: aroundHandlers((run, context) => {
      if (typeof context.framework === 'function') context.framework();
      return run(context);
    }),
    receive: (receive) =>
      new Promise((resolve) => {
        void receive(() => resolve(toAck({ kind: 'processed' }))).then(resolve);
      }),
  },
  'errors-as-200': answering('failed', { status: 200 }),
  'leaks-errors': {
    ack: (ack) =>
      ack.outcome.kind === 'failed' && !('retryAfter' in ack.outcome)
        ? { ...ack, body: JSON.stringify({ outcome: 'failed', error: String(ack.outcome.error) }) }
        : ack,
  },
  'success-at-the-deadline': answering('timed_out', { status: 202 }),
  'waits-past-the-deadline': { options: (options) => ({ ...options, ackTimeout: 14_999 }) },
  'commit-failure-releases': {
    options: storeWith((store) => ({
      async commit(key, owner, retention) {
        try {
          return await store.commit(key, owner, retention);
        } catch (error) {
          await store.release(key, owner);
          throw error;
        }
      },
    })),
  },
  'runs-without-a-store': {
    options: storeWith((store) => ({
      claim: async (key, owner, lease) => {
        try {
          return await store.claim(key, owner, lease);
        } catch {
          return 'acquired';
        }
      },
    })),
  },
  'limit-after-buffering': {
    delivery: (delivery) => ({
      ...delivery,
      async readBody(limit) {
        const body = await delivery.readBody(1e9);
        if ('code' in body) return body;
        return body.length > limit ? { ok: false, code: 'body_too_large' } : body;
      },
    }),
  },
  'no-limit': { options: (options) => ({ ...options, maxBodyBytes: 1e9 }) },
  'aborts-on-disconnect': {
    options: aroundHandlers((run, { signal, framework }) =>
      run({ signal: framework instanceof AbortSignal ? framework : signal, framework }),
    ),
    receive: (receive, delivery) => receive(delivery.signal),
  },
  'ignores-drain': { ignoresDrain: true },
};

/** Receivers with one flaw each, by flaw. */
export const flawedReceivers = Object.entries(flaws).map(
  ([flaw, changes]) => [flaw, receiverWith(changes)] as const,
);
