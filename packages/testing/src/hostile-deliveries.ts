import type { RejectionCode } from '@screening-webhooks/core';
import type { Bytes } from './bytes.js';
import type { ReceiverFlaw } from './contracts/receiver-flaw.js';
import { refusedFaults } from './faults/refused-faults.js';
import { fixture } from './fixture.js';

/** A delivery that must be refused. */
export interface HostileDelivery {
  readonly name: string;
  /** The required answer: this rejection code, with its status. */
  readonly code: RejectionCode;
  readonly status: number;
  /** The receiver flaws that this delivery detects. */
  readonly catches: readonly ReceiverFlaw[];
  /** Builds it for one receiver. */
  readonly make: (target: HostileTarget) => Promise<HostileRequest>;
}

/** The receiver that a hostile delivery is built for. */
export interface HostileTarget {
  /** Its signing secret: some hostile deliveries are genuinely signed. */
  readonly secret: string;
  /** Its clock, in Unix seconds. */
  readonly now: number;
}

/** The HTTP request of a hostile delivery. */
export interface HostileRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Bytes;
}

const event = JSON.stringify(fixture('document_verification.recorded', { id: 'evt_hostile' }));

/** Deliveries that a receiver must refuse, each with its rejection code (spec section 5). */
export const hostileDeliveries: readonly HostileDelivery[] = refusedFaults.map(
  ({ refusal, plan }) => ({
    ...refusal,
    async make({ secret, now }) {
      const [{ method, headers, body }] = await plan(event, { secrets: [secret], now });
      const lowerCase = headers.map(([name, value]) => [name.toLowerCase(), value] as const);
      return { method, headers: Object.fromEntries(lowerCase), body };
    },
  }),
);
