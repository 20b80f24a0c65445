import { createHash } from 'node:crypto';
import { type EventOf, type EventType, signBody } from '@screening-webhooks/core';
import { type FixtureOverrides, fixture } from '@screening-webhooks/testing';
import type { TransferMode } from '@screening-webhooks/testing/faults';
import type { Host } from '../host.js';
import { type Exchange, exchange, type OutgoingDelivery } from '../http/exchange.js';
import type { HeaderPair } from '../http/headers.js';
import type { Ledger, SentEvent } from './ledger.js';
import type { ArmedFault, Probe } from './probe.js';

/** The receiver under test, and how to test it. */
export interface ProveSettings {
  readonly url: URL;
  /** The first secret signs. During a rotation, the receiver also accepts the others. */
  readonly secrets: readonly [string, ...string[]];
  readonly probe: Probe | undefined;
  /** Determines the event ids and the order of the checks. */
  readonly seed: string;
  /** Milliseconds to wait for an answer. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  readonly host: Pick<Host, 'now' | 'sleep'>;
  readonly ledger: Ledger;
}

/** The event types that the service emits (spec section 6). */
export const emittedTypes = [
  'document_verification.completed',
  'document_verification.failed',
  'document_verification.recorded',
] as const;

/** One of {@link emittedTypes}. */
export type EmittedType = (typeof emittedTypes)[number];

/** A delivery, genuine unless these options say otherwise. */
export interface Delivery {
  /** The signed body. */
  readonly body: string | Uint8Array;
  /** The sent body, if it differs from the signed one. */
  readonly sent?: Uint8Array;
  readonly method?: string;
  readonly secret?: string | readonly string[];
  /** The seconds between now and `t`. */
  readonly skew?: number;
  /** Formats the signature header; an empty one is omitted. */
  readonly header?: (parts: { readonly t: string; readonly v1: string }) => string;
  readonly contentType?: string;
  readonly encoding?: string;
  readonly transferMode?: TransferMode;
  /** Receivers may read two ids from the body, or confuse its id with another: the checks of the whole run skip it. */
  readonly doubtfulId?: boolean;
}

/** Sends the deliveries of a check and reads the probe. */
export interface CheckContext {
  readonly settings: ProveSettings;
  /** The event type for checks that can use any: a type that the receiver acks. */
  readonly type: EmittedType;
  /** An event id that only this check uses. */
  readonly id: (label?: string) => string;
  /** An event with such an id. */
  readonly event: <Type extends EventType>(
    type: Type,
    overrides?: FixtureOverrides<Type>,
  ) => EventOf<Type>;
  /** The body of a plain event of {@link CheckContext.type}, with its own verification. */
  readonly body: (id?: string) => string;
  /** @throws Interrupted when the run is over. */
  readonly send: (delivery: Delivery) => Promise<Exchange>;
  /** Sends headers and body unchanged. @throws Interrupted when the run is over. */
  readonly deliver: (delivery: Omit<OutgoingDelivery, 'url'>) => Promise<Exchange>;
  readonly sleep: (ms: number) => Promise<void>;
  /** Makes the handlers of one event slow or fail. Resolves with false without a probe, or if it cannot. */
  readonly arm: (id: string, fault: ArmedFault) => Promise<boolean>;
  /** All events that this run has sent so far. */
  readonly sentSoFar: () => readonly SentEvent[];
  /** Whether a delivery got a 5xx, a 429 or no answer so far: the receiver may be down. */
  readonly hadTrouble: () => boolean;
}

/** The run ended early: by Ctrl-C, or at its time limit. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** A context whose event ids derive from the seed and the check's name. */
export function createCheckContext(
  settings: ProveSettings,
  check: string,
  type: EmittedType,
): CheckContext {
  const { host, ledger, probe, signal, timeout, url } = settings;
  let trouble = false;
  const id = (label = ''): string => {
    const digest = createHash('sha256').update(JSON.stringify([settings.seed, check, label]));
    return `evt_${digest.digest('hex').slice(0, 24)}`;
  };
  const transfer = async (delivery: Omit<OutgoingDelivery, 'url'>): Promise<Exchange> => {
    const result = await exchange({ url, ...delivery }, { timeout, signal, host });
    if (result.kind === 'interrupted') throw new Interrupted();
    trouble ||= isTrouble(result);
    return result;
  };
  const sendSigned = async (delivery: Delivery): Promise<Exchange> => {
    const result = await transfer(await signed(settings, delivery));
    const { body, sent = body, doubtfulId = false } = delivery;
    if (!doubtfulId) ledger.record(sent, isPlainlyGenuine(delivery), result);
    return result;
  };
  return {
    settings,
    type,
    id,
    event: (eventType, overrides) => fixture(eventType, { id: id(), ...overrides }),
    body: (eventId = id()) => {
      const verificationId = `dv_${eventId.slice(eventId.indexOf('_') + 1)}`;
      return JSON.stringify(fixture(type, { id: eventId, data: { verificationId } }));
    },
    async deliver(delivery) {
      const result = await transfer(delivery);
      ledger.record(delivery.body, false, result);
      return result;
    },
    send(delivery) {
      const sent = sendSigned(delivery);
      // A check that ends early does not await its other deliveries.
      sent.catch(() => {});
      return sent;
    },
    arm: async (eventId, fault) => (await probe?.arm(eventId, fault)) ?? false,
    async sleep(ms) {
      await host.sleep(ms, signal);
      if (signal.aborted) throw new Interrupted();
    },
    sentSoFar: ledger.events,
    hadTrouble: () => trouble,
  };
}

/** Whether a delivery is ordinary, except perhaps its body. */
function isPlainlyGenuine(delivery: Delivery): boolean {
  const { contentType, encoding, header, method, secret, sent, skew = 0, transferMode } = delivery;
  const unusual = contentType ?? encoding ?? header ?? method ?? secret ?? sent;
  return unusual === undefined && Math.abs(skew) < 300 && transferMode !== 'cut off';
}

function isTrouble(result: Exchange): boolean {
  if (result.kind === 'answered') return result.status >= 500 || result.status === 429;
  return result.kind !== 'cut_off' && result.kind !== 'left';
}

async function signed(
  settings: ProveSettings,
  delivery: Delivery,
): Promise<Omit<OutgoingDelivery, 'url'>> {
  const { body, method = 'POST', secret = settings.secrets[0], skew = 0 } = delivery;
  const timestamp = Math.floor(settings.host.now() / 1000) + skew;
  const genuine = await signBody(body, { secret, timestamp });
  const v1 = genuine.slice(genuine.lastIndexOf('=') + 1);
  const header = delivery.header?.({ t: String(timestamp), v1 }) ?? genuine;
  const headers: readonly HeaderPair[] = [
    ['Content-Type', delivery.contentType ?? 'application/json'],
    ...(delivery.encoding ? [['Content-Encoding', delivery.encoding] as const] : []),
    ...(header ? [['Service-Signature', header] as const] : []),
  ];
  const bytes = delivery.sent ?? (typeof body === 'string' ? Buffer.from(body) : body);
  return { method, headers, body: bytes, transferMode: delivery.transferMode ?? 'at once' };
}
