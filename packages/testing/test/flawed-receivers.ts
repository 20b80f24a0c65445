import {
  type Ack,
  createReceiver,
  type DedupeStore,
  type Delivery,
  fetchDelivery,
  type HandlerContext,
  memoryStore,
  parseSignatureHeader,
  type ReceiverOptions,
  toAck,
} from '@screening-webhooks/core';
import type { AdapterHarness, ReceiverFlaw } from '../src/index.js';

/** Where a correct receiver is spoiled: in what it is configured with, in what it is given, or in what it answers. */
interface Spoiling {
  readonly options?: SpoilOptions;
  readonly delivery?: SpoilDelivery;
  readonly ack?: SpoilAck;
  /** Replaces what becomes of a delivery. */
  readonly receive?: (
    receive: (framework?: unknown) => Promise<Ack>,
    delivery: Delivery,
    options: ReceiverOptions,
  ) => Ack | Promise<Ack>;
  readonly ignoresDrain?: boolean;
}

type SpoilOptions = (options: ReceiverOptions) => ReceiverOptions;
type SpoilDelivery = (delivery: Delivery, options: ReceiverOptions) => Delivery;
type SpoiltAck = Omit<Ack, 'status'> & { readonly status: number };
type SpoilAck = (ack: Ack) => SpoiltAck;

function spoiled(spoiling: Spoiling): AdapterHarness {
  return {
    start(given) {
      const options = spoiling.options?.(given) ?? given;
      const receiver = createReceiver(options);
      return {
        url: 'https://receiver.test/webhooks',
        drain: async () => {
          if (!spoiling.ignoresDrain) await receiver.drain();
        },
        async fetch(request) {
          const described = { ...fetchDelivery(request), signal: request.signal };
          const delivery = spoiling.delivery?.(described, options) ?? described;
          const receive = (framework?: unknown): Promise<Ack> =>
            receiver.receive(delivery, { framework });
          const ack = spoiling.receive
            ? await spoiling.receive(receive, delivery, options)
            : await receive();
          const { body, status, headers } = spoiling.ack?.(ack) ?? ack;
          return new Response(body, { status, headers });
        },
      };
    },
  };
}

const withHeaders = (
  delivery: Delivery,
  change: (name: string, value: string | null) => string | null,
): Delivery => ({ ...delivery, header: (name) => change(name, delivery.header(name)) });

const withSignature = (delivery: Delivery, change: (header: string) => string): Delivery =>
  withHeaders(delivery, (name, value) =>
    name === 'service-signature' && value ? change(value) : value,
  );

const withBody = (
  delivery: Delivery,
  change: (bytes: Uint8Array) => Uint8Array | string,
): Delivery => ({
  ...delivery,
  async readBody(limit) {
    const body = await delivery.readBody(limit);
    if ('code' in body) return body;
    const changed = change(body);
    return typeof changed === 'string' ? new TextEncoder().encode(changed) : changed;
  },
});

/** Puts the receiver's clock where `t` passes, when `t` is on the wrong side of it. */
function windowOpenTo(side: 'past' | 'future'): SpoilDelivery {
  return (delivery, { now = Date.now }) => {
    const t = Number(/(?:^|,)t=(\d+)/.exec(delivery.header('service-signature') ?? '')?.[1]) * 1000;
    const wrongSide = side === 'past' ? t < now() : t > now();
    return wrongSide ? { ...delivery, receivedAt: t } : delivery;
  };
}

const storeWith =
  (spoil: (store: DedupeStore) => Partial<DedupeStore>): SpoilOptions =>
  (options) => {
    const store = typeof options.dedupe === 'object' ? options.dedupe : memoryStore();
    return { ...options, dedupe: { ...store, ...spoil(store) } };
  };

const answering = (
  kind: Ack['outcome']['kind'],
  answer: Partial<Pick<SpoiltAck, 'status' | 'body'>>,
): Spoiling => ({ ack: (ack) => (ack.outcome.kind === kind ? { ...ack, ...answer } : ack) });

const acceptingCode =
  (code: string): SpoilAck =>
  (ack) =>
    ack.outcome.kind === 'rejected' && ack.outcome.rejection.code === code
      ? { ...ack, status: 200, body: '{"outcome":"processed"}' }
      : ack;

const tooMany = (header: string): boolean => (header.match(/v1=/g) ?? []).length > 8;

const canonical = (header: string): string => header.replace(/t=\+?(\d+)[^,]*/, 't=$1');

async function eventOf(delivery: Delivery): Promise<{ id?: string; type?: string }> {
  const body = await delivery.readBody(1e9);
  return 'code' in body ? {} : JSON.parse(new TextDecoder().decode(body));
}

/** Reads the body once, whatever wants it afterwards. */
function rereadable(delivery: Delivery): Delivery {
  let body: ReturnType<Delivery['readBody']> | undefined;
  return { ...delivery, readBody: (limit) => (body ??= delivery.readBody(limit)) };
}

type RunHandler = (context: HandlerContext) => unknown;

/** Puts something around every handler. */
const aroundHandlers =
  (around: (run: RunHandler, context: HandlerContext) => unknown): SpoilOptions =>
  (options) => {
    const wrapped = Object.entries(options.handlers).map(([type, handler]) => [
      type,
      (event: never, context: HandlerContext) =>
        around((changed) => Reflect.apply(handler, undefined, [event, changed]), context),
    ]);
    return { ...options, handlers: Object.fromEntries(wrapped) };
  };

/** A correct receiver, and receivers that are wrong in one way each. */
export const correctReceiver: AdapterHarness = spoiled({});

export const flawedReceivers: Readonly<Record<ReceiverFlaw, AdapterHarness>> = {
  'accepts-any-method': spoiled({ delivery: (delivery) => ({ ...delivery, method: 'POST' }) }),
  'accepts-any-media-type': spoiled({
    delivery: (delivery) =>
      withHeaders(delivery, (name, value) =>
        name === 'content-type' ? 'application/json' : value,
      ),
  }),
  'ignores-content-encoding': spoiled({
    delivery: (delivery) =>
      withHeaders(delivery, (name, value) => (name === 'content-encoding' ? null : value)),
  }),
  'accepts-two-t': spoiled({
    delivery: (delivery) => withSignature(delivery, (header) => header.replace(/^t=1,t=/, 't=')),
  }),
  'reads-t-as-a-number': spoiled({ delivery: (delivery) => withSignature(delivery, canonical) }),
  'first-v1-only': spoiled({
    delivery: (delivery) =>
      withSignature(delivery, (header) =>
        tooMany(header) ? header : header.replace(/(v1=[^,]*).*,v1=[^,]*/, '$1'),
      ),
  }),
  'last-v1-only': spoiled({
    delivery: (delivery) =>
      withSignature(delivery, (header) =>
        tooMany(header) ? header : header.replace(/v1=.*(?=v1=)/, ''),
      ),
  }),
  'accepts-unsigned': spoiled({ ack: acceptingCode('signature_header_missing') }),
  'verifies-after-parse': spoiled({
    delivery: (delivery) =>
      withBody(delivery, (bytes) => {
        try {
          return JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)));
        } catch {
          return bytes;
        }
      }),
  }),
  'verifies-decoded-text': spoiled({
    delivery: (delivery) => withBody(delivery, (bytes) => new TextDecoder().decode(bytes)),
  }),
  'accepts-stale': spoiled({ delivery: windowOpenTo('past') }),
  'accepts-future': spoiled({ delivery: windowOpenTo('future') }),
  'window-before-mac': spoiled({
    receive: async (receive, delivery, { now = Date.now }) => {
      const header = parseSignatureHeader(delivery.header('service-signature'));
      const tooOld = header.ok && Math.floor(now() / 1000) - header.timestamp > 300;
      return tooOld
        ? toAck({ kind: 'rejected', rejection: { ok: false, code: 'timestamp_too_old' } })
        : receive();
    },
  }),
  'one-secret-only': spoiled({
    options: (options) => {
      const { secret } = options;
      return typeof secret === 'object' ? { ...options, secret: secret[0] ?? '' } : options;
    },
  }),
  'crashes-on-bad-json': spoiled({
    receive: async (receive, delivery) => {
      const ack = await receive();
      if (!ack.body.includes('event_malformed')) return ack;
      return eventOf(delivery).then(
        () => ack,
        (error: unknown) => ({ ...ack, status: 500, body: String(error) }),
      );
    },
    delivery: rereadable,
  }),
  'prototype-dispatch': spoiled({
    receive: async (receive, delivery) => {
      const ack = await receive();
      if (ack.outcome.kind !== 'ignored') return ack;
      const { type = '' } = await eventOf(delivery);
      return type in {} ? { ...ack, body: '{"outcome":"processed"}' } : ack;
    },
    delivery: rereadable,
  }),
  'unknown-type-is-an-error': spoiled(answering('ignored', { status: 404 })),
  'no-dedupe': spoiled({
    options: (options) => ({
      ...options,
      dedupe: {
        claim: () => 'acquired',
        extend: () => true,
        commit: () => true,
        release: () => true,
      },
    }),
  }),
  'check-then-insert': spoiled({
    options: storeWith((store) => {
      const looking = new Map<string, number>();
      return {
        async claim(key, owner, lease) {
          const others = looking.get(key) ?? 0;
          looking.set(key, others + 1);
          const seen = await store.claim(key, owner, lease);
          await new Promise((resolve) => setTimeout(resolve, 0));
          looking.set(key, (looking.get(key) ?? 1) - 1);
          return others > 0 && typeof seen === 'object' ? 'acquired' : seen;
        },
      };
    }),
  }),
  'done-before-the-handler': spoiled({
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
  }),
  'ack-before-commit': spoiled({
    options: aroundHandlers((run, context) => {
      if (typeof context.framework === 'function') context.framework();
      return run(context);
    }),
    receive: (receive) =>
      new Promise((resolve) => {
        void receive(() => resolve(toAck({ kind: 'processed' }))).then(resolve);
      }),
  }),
  'errors-as-200': spoiled(answering('failed', { status: 200 })),
  'leaks-errors': spoiled({
    ack: (ack) =>
      ack.outcome.kind === 'failed' && !('retryAfter' in ack.outcome)
        ? { ...ack, body: JSON.stringify({ outcome: 'failed', error: String(ack.outcome.error) }) }
        : ack,
  }),
  'success-at-the-deadline': spoiled(answering('timed_out', { status: 202 })),
  'waits-past-the-deadline': spoiled({
    options: (options) => ({ ...options, ackTimeout: 14_999 }),
  }),
  'commit-failure-releases': spoiled({
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
  }),
  'runs-without-a-store': spoiled({
    options: storeWith((store) => ({
      claim: async (key, owner, lease) => {
        try {
          return await store.claim(key, owner, lease);
        } catch {
          return 'acquired';
        }
      },
    })),
  }),
  'limit-after-buffering': spoiled({
    delivery: (delivery) => ({
      ...delivery,
      async readBody(limit) {
        const body = await delivery.readBody(1e9);
        if ('code' in body) return body;
        return body.length > limit ? { ok: false, code: 'body_too_large' } : body;
      },
    }),
  }),
  'no-limit': spoiled({ options: (options) => ({ ...options, maxBodyBytes: 1e9 }) }),
  'aborts-on-disconnect': spoiled({
    options: aroundHandlers((run, { signal, framework }) =>
      run({ signal: framework instanceof AbortSignal ? framework : signal, framework }),
    ),
    receive: (receive, delivery) => receive(delivery.signal),
  }),
  'ignores-drain': spoiled({ ignoresDrain: true }),
};
