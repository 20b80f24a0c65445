import type { components } from './generated/types.js';
import { send } from './send.js';

/** The clock of the service. */
export interface ClockState {
  readonly mode: 'real' | 'frozen';
  /** Virtual time, ISO 8601. */
  readonly now: string;
}

/** What a move of the clock did. */
export interface ClockMove {
  readonly now: string;
  /** How many jobs ran. */
  readonly ran: number;
  readonly deliveries: Readonly<Record<string, number>>;
  /** When the next job is due, ISO 8601. */
  readonly next: string | null;
  readonly limitReached: boolean;
}

/** How to move the clock. Durations such as `15m`. */
export type ClockCommand =
  | { readonly advance: string }
  | { readonly to: string }
  | { readonly next: true }
  | { readonly drain: true }
  | { readonly mode: ClockState['mode'] };

/** A kind of fault, and what a receiver should do about it. */
export interface FaultKind {
  readonly kind: string;
  readonly summary: string;
}

/** A fault that is set. */
export interface Fault {
  readonly id: string;
  readonly kind: string;
  /** What it happens to. Empty: anything. */
  readonly match: Readonly<Record<string, string | number>>;
  /** How often it still happens. Null: without end. */
  readonly timesLeft: number | null;
  readonly probability: number;
  readonly params: Readonly<Record<string, unknown>>;
  /** How much has matched, whether or not it happened. */
  readonly matched: number;
  readonly createdAt: string;
}

/** Whether an issuing source answers: at once, later, or not at all. */
export type Availability = components['schemas']['VerificationSource']['availability'];

/** How somebody decides a verification. */
export type Decision =
  | { readonly outcome: 'completed' | 'recorded' }
  /** `message`: its errorMessage. */
  | { readonly outcome: 'failed'; readonly message?: string };

/** What a trigger has made: events with their deliveries, or verifications whose events come when they end. */
export type Triggered =
  | { readonly events: readonly { readonly id: string; readonly deliveryIds: readonly string[] }[] }
  | { readonly verificationIds: readonly string[] };

/** A message that the service would have sent. */
export interface OutboxMessage {
  readonly id: string;
  readonly tenantId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly createdAt: string;
}

async function ask<Result>(method: string, path: string, body?: unknown): Promise<Result> {
  const response = await send({ method, url: `/_sandbox${path}`, body });
  return response.json();
}

/** The controls that only the sandbox has. The API of the service has none of them. */
export const controls = {
  clock: () => ask<ClockState>('GET', '/clock'),
  moveClock: (command: ClockCommand) => ask<ClockMove>('POST', '/clock', command),
  faults: () =>
    ask<{ readonly data: readonly Fault[]; readonly kinds: readonly FaultKind[] }>(
      'GET',
      '/faults',
    ),
  addFault: (fault: object) => ask<Fault>('POST', '/faults', fault),
  removeFault: (id: string) => ask<Fault>('DELETE', `/faults/${encodeURIComponent(id)}`),
  removeFaults: () => ask<{ readonly removed: number }>('DELETE', '/faults'),
  trigger: (body: object) => ask<Triggered>('POST', '/trigger', body),
  outbox: () => ask<{ readonly data: readonly OutboxMessage[] }>('GET', '/outbox'),
  deliverNow: (id: string) =>
    ask<{ readonly status: string }>('POST', `/deliveries/${encodeURIComponent(id)}/deliver-now`),
  decide: (id: string, decision: Decision) =>
    ask<object>('POST', `/verifications/${encodeURIComponent(id)}/decide`, decision),
  setSource: (slug: string, availability: Availability) =>
    ask<object>('POST', `/sources/${encodeURIComponent(slug)}`, { availability }),
  reset: () => ask<ClockState>('POST', '/reset'),
} as const;
