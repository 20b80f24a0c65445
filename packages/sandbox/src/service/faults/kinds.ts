import { type Fault, faults, findFault, nearest } from '@screening-webhooks/testing/faults';
import { z } from 'zod';
import { invalidField } from '../http/problem.js';

/** A kind of fault: it changes what an attempt sends, when it is made, or the answer of the API. */
export type FaultKind = {
  readonly kind: string;
  /** The schema of its parameters. */
  readonly params: z.ZodObject;
} & (
  | { readonly acts: 'delivery'; readonly fault: Fault }
  | { readonly acts: 'schedule' | 'api'; readonly summary: string }
);

const NoParams = z.strictObject({});
const Count = (least: number) => z.strictObject({ count: z.int().min(least).max(100).optional() });
const Seconds = (most: number) =>
  z.strictObject({ seconds: z.number().min(0).max(most).optional() });

/** The kinds that a single delivery cannot show. */
const sandboxKinds = [
  {
    kind: 'delay',
    acts: 'schedule',
    params: Seconds(86_400),
    summary: 'the attempt is made later',
  },
  {
    kind: 'reorder',
    acts: 'schedule',
    params: Count(1),
    summary: 'the attempt is made after the next ones of its endpoint',
  },
  {
    kind: 'latency',
    acts: 'api',
    params: Seconds(60),
    summary: 'an answer of the API comes late',
  },
  { kind: 'http_500', acts: 'api', params: NoParams, summary: 'the API answers 500' },
  {
    kind: 'rate_limit',
    acts: 'api',
    params: Seconds(3600),
    summary: 'the API answers 429, with Retry-After',
  },
  {
    kind: 'connection_reset',
    acts: 'api',
    params: NoParams,
    summary: 'the API closes the connection without an answer',
  },
] as const;

export const faultKinds: readonly { readonly kind: string; readonly summary: string }[] = [
  ...faults,
  ...sandboxKinds,
].map(({ kind, summary }) => ({ kind, summary }));

export const apiKinds: string[] = sandboxKinds
  .filter(({ acts }) => acts === 'api')
  .map(({ kind }) => kind);

/** @throws Problem for an unknown kind, naming the nearest. */
export function requireKind(name: string): FaultKind {
  const known = findKind(name);
  if (known) return known;
  const names = faultKinds.map(({ kind }) => kind);
  const meant = nearest(name, names);
  throw invalidField('kind', { code: 'unknown', facts: { what: 'fault_kind', meant } });
}

export function findKind(name: string): FaultKind | undefined {
  const fault = findFault(name);
  if (!fault) return sandboxKinds.find(({ kind }) => kind === name);
  return { acts: 'delivery', kind: fault.kind, params: fault.counted ? Count(2) : NoParams, fault };
}

/** Checks whether a kind needs a socket: no function can be handed half a body. */
export function needsSocket(kind: FaultKind): boolean {
  if (kind.acts !== 'delivery') return false;
  return ['slowly', 'in chunks', 'cut off'].includes(kind.fault.transferMode);
}
