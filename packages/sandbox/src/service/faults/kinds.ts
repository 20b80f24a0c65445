import { type Fault, faults, findFault, nearest } from '@screening-webhooks/testing/faults';
import { z } from 'zod';
import { validationProblem } from '../http/problem.js';

/** What a kind of fault changes: what an attempt sends, when it is made, or the answer of the API. */
export type FaultKind =
  | { readonly acts: 'delivery'; readonly kind: string; readonly fault: Fault }
  | { readonly acts: 'schedule' | 'api'; readonly kind: string };

const Count = (least: number) => z.strictObject({ count: z.int().min(least).max(100).optional() });
const Seconds = (most: number) =>
  z.strictObject({ seconds: z.number().min(0).max(most).optional() });

/** The kinds that no single delivery shows, their parameters, and what they do. */
const ofSandbox = {
  delay: { acts: 'schedule', params: Seconds(86_400), summary: 'the attempt is made later' },
  reorder: {
    acts: 'schedule',
    params: Count(1),
    summary: 'the attempt is made after the next ones of its endpoint',
  },
  latency: { acts: 'api', params: Seconds(60), summary: 'an answer of the API comes late' },
  http_500: { acts: 'api', params: z.strictObject({}), summary: 'the API answers 500' },
  rate_limit: {
    acts: 'api',
    params: Seconds(3600),
    summary: 'the API answers 429, with Retry-After',
  },
  connection_reset: {
    acts: 'api',
    params: z.strictObject({}),
    summary: 'the API closes the connection without an answer',
  },
} as const;

type SandboxKind = keyof typeof ofSandbox;

/** Every kind, with what it does. */
export const faultKinds: readonly { readonly kind: string; readonly summary: string }[] = [
  ...faults.map(({ kind, summary }) => ({ kind, summary })),
  ...Object.entries(ofSandbox).map(([kind, { summary }]) => ({ kind, summary })),
];

/** The kinds that change the answers of the API. */
export const apiKinds: string[] = Object.entries(ofSandbox)
  .filter(([, { acts }]) => acts === 'api')
  .map(([kind]) => kind);

/** @throws Problem for an unknown kind, naming the nearest. */
export function requireKind(name: string): FaultKind {
  const known = findKind(name);
  if (known) return known;
  const meant = nearest(
    name,
    faultKinds.map(({ kind }) => kind),
  );
  const hint = meant === undefined ? 'GET /_sandbox/faults lists them' : `did you mean ${meant}?`;
  throw validationProblem([
    { param: 'kind', code: 'unknown', message: `is not a kind of fault; ${hint}` },
  ]);
}

/** The kind of a name. */
export function findKind(name: string): FaultKind | undefined {
  if (isSandboxKind(name)) return { kind: name, acts: ofSandbox[name].acts };
  const fault = findFault(name);
  return fault && { acts: 'delivery', kind: fault.kind, fault };
}

/** The schema of a kind's parameters. */
export function paramsOf(kind: FaultKind): z.ZodObject {
  if (kind.acts === 'delivery') return kind.fault.counted ? Count(2) : z.strictObject({});
  return isSandboxKind(kind.kind) ? ofSandbox[kind.kind].params : z.strictObject({});
}

/** Whether a kind needs a socket: no function can be handed half a body. */
export function needsSocket(kind: FaultKind): boolean {
  if (kind.acts !== 'delivery') return false;
  return ['slowly', 'in chunks', 'cut off'].includes(kind.fault.transferMode);
}

function isSandboxKind(name: string): name is SandboxKind {
  return Object.hasOwn(ofSandbox, name);
}
