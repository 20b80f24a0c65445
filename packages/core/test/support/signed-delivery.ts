import { type Delivery, signBody } from '../../src/index.js';
import { recordedEvent } from './sample-event.js';

export const SECRET = 'whsec_the_signing_secret_of_the_tests';

/** Wall clock of the tests, in milliseconds: not on a whole second, because real clocks seldom are. */
export const NOW = 1_790_000_000_999;
export const NOW_SECONDS = 1_790_000_000;
export const now = (): number => NOW;

const encoder = new TextEncoder();

export interface DeliveryOverrides {
  readonly secret?: string | readonly string[];
  /** Unix seconds. */
  readonly at?: number;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly readBody?: Delivery['readBody'];
  readonly signal?: AbortSignal;
  readonly receivedAt?: number;
  readonly ackTimeout?: number;
}

/** A delivery as an adapter would describe it, signed for real. `content` is an event, or the exact body. */
export async function signedDelivery(
  content: object | string | Uint8Array,
  overrides: DeliveryOverrides = {},
): Promise<Delivery> {
  const body = toBody(content);
  const { secret = SECRET, at = NOW_SECONDS, headers = {} } = overrides;
  const sent: Record<string, string | null> = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    'service-signature': await signBody(body, { secret, timestamp: at }),
    ...headers,
  };
  return {
    method: overrides.method ?? 'POST',
    header: (name) => sent[name] ?? null,
    readBody: overrides.readBody ?? (() => body),
    ...(overrides.signal && { signal: overrides.signal }),
    ...(overrides.ackTimeout !== undefined && { ackTimeout: overrides.ackTimeout }),
    ...(overrides.receivedAt !== undefined && { receivedAt: overrides.receivedAt }),
  };
}

/** A delivery of the sample event. */
export const sampleDelivery = (id?: string): Promise<Delivery> => signedDelivery(recordedEvent(id));

export function toBody(content: object | string | Uint8Array): Uint8Array {
  if (content instanceof Uint8Array) return content;
  return encoder.encode(typeof content === 'string' ? content : JSON.stringify(content));
}
