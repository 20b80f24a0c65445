import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { type FaultMatch, faults } from '../db/schema/index.js';
import { createFault, NewFault } from '../faults/create-fault.js';
import { faultKinds } from '../faults/kinds.js';
import { found } from '../http/problem.js';
import { text } from '../limits/bounded.js';
import { control, controlsDisabled, omitSeq } from './control.js';

const params = z.object({ id: text('id') });

export const faultControls = [
  control({
    method: 'GET',
    path: '/_sandbox/faults',
    summary: 'List the faults that are set and all kinds of faults',
    input: {},
    async handle(_input, { sql }) {
      const rows = await sql.select().from(faults).orderBy(asc(faults.seq));
      return { data: rows.map(omitSeq), kinds: faultKinds };
    },
  }),
  control({
    method: 'GET',
    path: '/_sandbox/faults/{id}',
    summary: 'Get a fault',
    input: { params },
    async handle({ params: { id } }, { sql }) {
      const rows = await sql.select().from(faults).where(eq(faults.id, id));
      return omitSeq(found(rows, 'fault', id));
    },
  }),
  control({
    id: 'addFault',
    method: 'POST',
    path: '/_sandbox/faults',
    summary: 'Set a fault',
    status: 201,
    input: { body: NewFault },
    async handle({ body }, { runCommand, movesClock }) {
      if (!movesClock && !namesItsTarget(body.match)) throw controlsDisabled();
      return runCommand((command) => createFault(command, body));
    },
  }),
  control({
    method: 'DELETE',
    path: '/_sandbox/faults',
    summary: 'Remove every fault',
    input: {},
    async handle(_input, { sql }) {
      const removed = await sql.delete(faults).returning({ id: faults.id });
      return { removed: removed.length };
    },
  }),
  control({
    method: 'DELETE',
    path: '/_sandbox/faults/{id}',
    summary: 'Remove a fault',
    input: { params },
    async handle({ params: { id } }, { sql }) {
      const removed = await sql.delete(faults).where(eq(faults.id, id)).returning();
      return omitSeq(found(removed, 'fault', id));
    },
  }),
];

/** Checks whether a fault changes the deliveries of one endpoint or object only, and not those of all who share the service. */
function namesItsTarget({ endpointId, externalId, eventId }: FaultMatch = {}): boolean {
  return endpointId !== undefined || externalId !== undefined || eventId !== undefined;
}
