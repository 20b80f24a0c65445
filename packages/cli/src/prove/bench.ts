import { createHash } from 'node:crypto';
import { type EventOf, type EventType, signBody } from '@screening-webhooks/core';
import { type FixtureOverrides, fixture } from '@screening-webhooks/testing';
import type { Host } from '../host.js';
import {
  type BodyManner,
  type Exchange,
  exchange,
  type OutgoingDelivery,
} from '../http/exchange.js';
import type { HeaderPair } from '../http/headers.js';
import type { ArmedFault, Probe } from './probe.js';

/** The receiver under trial, and how it is to be tried. */
export interface Trial {
  readonly url: URL;
  /** The first signs; the others are those that it knows too, while a secret is being rolled. */
  readonly secrets: readonly [string, ...string[]];
  readonly probe: Probe | undefined;
  /** Event ids and the order of rows come from it. */
  readonly seed: string;
  /** Milliseconds that the receiver has to answer. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  readonly host: Pick<Host, 'now' | 'sleep'>;
}

/** A delivery, genuine but for what is said. */
export interface Delivery {
  /** What is signed. */
  readonly body: string | Uint8Array;
  /** What is sent, when that is something else. */
  readonly sent?: Uint8Array;
  readonly method?: string;
  readonly secret?: string | readonly string[];
  /** Seconds from now that `t` says. */
  readonly skew?: number;
  /** Writes the signature header; an empty one is left out. */
  readonly header?: (parts: { readonly t: string; readonly v1: string }) => string;
  readonly contentType?: string;
  readonly encoding?: string;
  readonly manner?: BodyManner;
}

/** What a row works with. */
export interface Bench {
  readonly trial: Trial;
  /** Whether the receiver acked a plain genuine delivery. Where it did not, its refusals say nothing. */
  readonly acksGenuine: boolean;
  /** An event id of this row alone. */
  readonly id: (label?: string) => string;
  /** An event of this row alone. */
  readonly event: <Type extends EventType>(
    type: Type,
    overrides?: FixtureOverrides<Type>,
  ) => EventOf<Type>;
  /** @throws Interrupted when the run is over. */
  readonly send: (delivery: Delivery) => Promise<Exchange>;
  /** Sends headers and body as they are. @throws Interrupted when the run is over. */
  readonly deliver: (delivery: Omit<OutgoingDelivery, 'url'>) => Promise<Exchange>;
  readonly sleep: (ms: number) => Promise<void>;
  /** Makes the handlers of one event slow or fail. False: there is no probe, or it cannot. */
  readonly arm: (id: string, fault: ArmedFault) => Promise<boolean>;
}

/** The run was ended, by Ctrl-C or because its time was up. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** A bench whose event ids are made from the seed and the row's name. */
export function createBench(trial: Trial, row: string, acksGenuine: boolean): Bench {
  const { host, probe, signal, timeout, url } = trial;
  const id = (label = ''): string => {
    const digest = createHash('sha256').update(JSON.stringify([trial.seed, row, label]));
    return `evt_${digest.digest('hex').slice(0, 24)}`;
  };
  const deliver = async (delivery: Omit<OutgoingDelivery, 'url'>): Promise<Exchange> => {
    const result = await exchange({ url, ...delivery }, { timeout, signal, host });
    if (result.kind === 'interrupted') throw new Interrupted();
    return result;
  };
  return {
    trial,
    acksGenuine,
    id,
    event: (type, overrides) => fixture(type, { id: id(), ...overrides }),
    deliver,
    send(delivery) {
      const sent = signed(trial, delivery).then(deliver);
      // A row that ends early leaves its other deliveries behind: nobody hears how they ended, and nobody has to.
      sent.catch(() => {});
      return sent;
    },
    arm: async (eventId, fault) => (await probe?.arm(eventId, fault)) ?? false,
    async sleep(ms) {
      await host.sleep(ms, signal);
      if (signal.aborted) throw new Interrupted();
    },
  };
}

async function signed(trial: Trial, delivery: Delivery): Promise<Omit<OutgoingDelivery, 'url'>> {
  const { body, method = 'POST', secret = trial.secrets[0], skew = 0 } = delivery;
  const timestamp = Math.floor(trial.host.now() / 1000) + skew;
  const genuine = await signBody(body, { secret, timestamp });
  const v1 = genuine.slice(genuine.lastIndexOf('=') + 1);
  const header = delivery.header?.({ t: String(timestamp), v1 }) ?? genuine;
  const headers: readonly HeaderPair[] = [
    ['Content-Type', delivery.contentType ?? 'application/json'],
    ...(delivery.encoding ? [['Content-Encoding', delivery.encoding] as const] : []),
    ...(header ? [['Service-Signature', header] as const] : []),
  ];
  const bytes = delivery.sent ?? (typeof body === 'string' ? Buffer.from(body) : body);
  return { method, headers, body: bytes, manner: delivery.manner ?? 'at once' };
}
