import type { Exchange } from '../http/exchange.js';
import { parseObject } from '../json.js';
import { isAck } from './finding.js';

/** An event of this run, with all of its deliveries. */
export interface SentEvent {
  readonly id: string;
  readonly type: string;
  /** The last genuine body; `undefined` if every delivery was faulty. */
  readonly body: string | Uint8Array | undefined;
  /** How many genuine deliveries got a 2xx. */
  readonly acks: number;
  /** How many deliveries of any kind got a 4xx. */
  readonly refusals: number;
}

/** The deliveries of one run. The checks of the whole run compare them with the probe. */
export interface Ledger {
  /**
   * @param bytes as sent. Bytes that are not an event are ignored.
   * @param genuine whether a receiver may handle the event.
   */
  readonly record: (bytes: string | Uint8Array, genuine: boolean, result: Exchange) => void;
  /** In the order of their first deliveries. */
  readonly events: () => readonly SentEvent[];
}

/** A ledger of a run that has sent nothing yet. */
export function createLedger(): Ledger {
  const events = new Map<string, SentEvent>();
  return {
    record(bytes, genuine, result) {
      const { id, type } = parseObject(Buffer.from(bytes)) ?? {};
      if (typeof id !== 'string' || typeof type !== 'string') return;
      const { body, acks = 0, refusals = 0 } = events.get(id) ?? {};
      const refused = result.kind === 'answered' && result.status >= 400 && result.status < 500;
      events.set(id, {
        id,
        type,
        body: genuine ? bytes : body,
        acks: acks + (genuine && isAck(result) ? 1 : 0),
        refusals: refusals + (refused ? 1 : 0),
      });
    },
    events: () => [...events.values()],
  };
}
