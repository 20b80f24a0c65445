import type { ClockMove, SandboxSchemas, ShownClock } from '@screening-webhooks/sandbox';
import { queryOptions } from '@tanstack/react-query';
import type { ChangeKey } from './presses.js';
import { send } from './send.js';

export type { ShownClock as ClockState } from '@screening-webhooks/sandbox';

/** How to move the clock. Durations are written as `15m`. */
export type MoveCommand =
  | { readonly advance: string }
  | { readonly to: string }
  | { readonly next: true }
  | { readonly drain: true }
  | { readonly settle: true };

type ClockCommand = MoveCommand | { readonly mode: ShownClock['mode'] };

export interface Fault {
  readonly id: string;
  readonly kind: string;
  /** The properties that must match. An empty object matches everything. */
  readonly match: Readonly<Record<string, string | number>>;
  /** How many more times the fault happens. `null` if unlimited. */
  readonly timesLeft: number | null;
  readonly probability: number;
  readonly params: Readonly<Record<string, unknown>>;
  /** How often something matched, whether or not the fault happened. */
  readonly matched: number;
  readonly createdAt: string;
}

/** Whether an issuing source answers at once, later, or never. */
export type Availability = SandboxSchemas['VerificationSource']['availability'];

export interface OutboxMessage {
  readonly id: string;
  readonly tenantId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly createdAt: string;
}

export interface SinkRequest {
  readonly id: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Its first 64 KiB. */
  readonly body: string;
  readonly status: number;
  /** Virtual time, ISO 8601. */
  readonly receivedAt: string;
  /** Whether a secret of the endpoint signed the request. `null` if unknown: the body was too long to keep. */
  readonly verified: boolean | null;
}

export interface Snapshot {
  readonly name: string;
  /** Virtual time, ISO 8601. */
  readonly savedAt: string;
}

async function read<Result>(path: string): Promise<Result> {
  return (await send({ method: 'GET', url: `/_sandbox${path}` })).json();
}

async function change<Result = object>(
  key: ChangeKey,
  method: 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Result> {
  return (await send({ method, key, url: `/_sandbox${path}`, body })).json();
}

/** The controls of the sandbox that have no form. The API of the service does not have them. */
export const controls = {
  clock: () => read<ShownClock>('/clock'),
  moveClock: (key: ChangeKey, command: ClockCommand) =>
    change<ClockMove>(key, 'POST', '/clock', command),
  stopClock: (key: ChangeKey) => change(key, 'POST', '/clock/stop'),
  faults: () =>
    read<{
      readonly data: readonly Fault[];
      readonly kinds: readonly { readonly kind: string; readonly summary: string }[];
    }>('/faults'),
  removeFault: (key: ChangeKey, id: string) =>
    change(key, 'DELETE', `/faults/${encodeURIComponent(id)}`),
  removeFaults: (key: ChangeKey) => change(key, 'DELETE', '/faults'),
  snapshots: () => read<{ readonly data: readonly Snapshot[] }>('/snapshots'),
  outbox: () => read<{ readonly data: readonly OutboxMessage[] }>('/outbox'),
  sink: (name: string, endpointId: string) =>
    read<{ readonly requests: readonly SinkRequest[] }>(
      `/sinks/${encodeURIComponent(name)}?endpointId=${encodeURIComponent(endpointId)}`,
    ),
  deliverNow: (key: ChangeKey, id: string) =>
    change<Pick<SandboxSchemas['WebhookDelivery'], 'status' | 'cause'>>(
      key,
      'POST',
      `/deliveries/${encodeURIComponent(id)}/deliver-now`,
    ),
  setSource: (key: ChangeKey, slug: string, availability: Availability) =>
    change(key, 'POST', `/sources/${encodeURIComponent(slug)}`, { availability }),
} as const;

export const faultsQuery = queryOptions({ queryKey: ['faults'], queryFn: () => controls.faults() });
