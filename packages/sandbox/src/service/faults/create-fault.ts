import { and, count, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { type FaultMatch, faults, webhookEndpoints } from '../db/schema/index.js';
import { conflict, fieldProblem, invalidField, validationProblem } from '../http/problem.js';
import { readInput } from '../http/read-input.js';
import type { Command } from '../kernel/command.js';
import { text } from '../limits/bounded.js';
import { limits } from '../limits/limits.js';
import { sizeCheck } from '../limits/size-check.js';
import { type FaultKind, needsSocket, requireKind } from './kinds.js';

const { most: MOST_FAULTS } = limits.injectedFaults;
const Text = text('id').min(1).optional();
const Whole = z.int().min(1).max(1_000_000).optional();

/** The body of `POST /_sandbox/faults`. */
export const NewFault = z.strictObject({
  kind: text('slug'),
  match: z
    .strictObject({
      endpointId: Text,
      eventId: Text,
      eventType: Text,
      externalId: Text,
      attempt: Whole,
      operationId: Text,
      nth: Whole,
    })
    .default({}),
  times: Whole.nullable().default(1).describe('Null: without end.'),
  probability: z.number().min(0).max(1).default(1),
  // Each kind has its own, narrower schema.
  params: z
    .strictObject({
      seconds: z.number().min(0).max(86_400).optional(),
      count: z.int().min(1).max(100).optional(),
    })
    .default({}),
});

/** Stores a fault, and returns it. @throws Problem when its kind is unknown, or it could never happen. */
export async function createFault(
  { tx, now, nextId }: Command,
  body: z.output<typeof NewFault>,
): Promise<Omit<typeof faults.$inferSelect, 'seq'>> {
  const kind = requireKind(body.kind);
  const schema = z.object({ body: z.object({ params: kind.params }) });
  const { params } = readInput(schema, sizeCheck(schema), {
    params: {},
    query: new URLSearchParams(),
    body: { params: body.params },
  }).body;
  checkMatch(kind, body.match);
  await checkSocket({ tx }, kind, body.match);
  const [stored] = await tx.select({ faults: count() }).from(faults);
  if (stored && stored.faults >= MOST_FAULTS) {
    throw conflict(
      { reason: 'too_many', facts: { what: 'fault', most: MOST_FAULTS } },
      `There are ${MOST_FAULTS} faults. Remove some of them.`,
    );
  }
  const fault = {
    id: await nextId('flt'),
    kind: kind.kind,
    match: body.match,
    timesLeft: body.times,
    probability: body.probability,
    params,
    matched: 0,
    createdAt: now,
  };
  await tx.insert(faults).values(fault);
  return fault;
}

function checkMatch(kind: FaultKind, match: FaultMatch): void {
  const known =
    kind.acts === 'api'
      ? ['operationId']
      : ['endpointId', 'eventId', 'eventType', 'externalId', 'attempt'];
  const errors = Object.entries(match)
    .filter(([name, value]) => value !== undefined && name !== 'nth' && !known.includes(name))
    .map(([name]) =>
      fieldProblem(`match.${name}`, {
        code: 'not_applicable',
        facts: { id: kind.kind, allowed: [...known, 'nth'] },
      }),
    );
  if (errors.length > 0) throw validationProblem(errors);
}

async function checkSocket(
  { tx }: Pick<Command, 'tx'>,
  kind: FaultKind,
  { endpointId }: FaultMatch,
): Promise<void> {
  if (!needsSocket(kind)) return;
  const rows = await tx
    .select({ inProcess: webhookEndpoints.inProcess })
    .from(webhookEndpoints)
    .where(
      and(
        isNull(webhookEndpoints.deletedAt),
        endpointId === undefined ? undefined : eq(webhookEndpoints.id, endpointId),
      ),
    );
  if (rows.length === 0 || rows.some(({ inProcess }) => !inProcess)) return;
  throw invalidField('kind', { code: 'needs_socket', facts: { id: kind.kind } });
}
