import { z } from 'zod';
import {
  dropSnapshot,
  listSnapshots,
  makeSnapshot,
  restoreSnapshot,
  SEEDED,
  type StoredSnapshot,
} from '../db/snapshot.js';
import { conflict, notFound } from '../http/problem.js';
import { readClock } from '../kernel/clock.js';
import { forms } from '../limits/forms.js';
import { limits } from '../limits/limits.js';
import { type ControlContext, control } from './control.js';

const { most: MOST_SNAPSHOTS } = limits.snapshots;
const Name = z.string().regex(forms.snapshot_name.pattern);
const params = z.object({ name: Name });

// The snapshots of the service itself have names without this prefix.
const PREFIX = 'user_';

export const snapshotControls = [
  control({
    id: 'reset',
    method: 'POST',
    path: '/_sandbox/reset',
    summary: 'Reset the sandbox to the state and time of its start',
    movesClock: true,
    input: {},
    async handle(_input, context) {
      context.forgetSessions();
      return restore(context, SEEDED, 0);
    },
  }),
  control({
    method: 'GET',
    path: '/_sandbox/snapshots',
    summary: 'List snapshots',
    input: {},
    handle: async (_input, { sql }) => ({ data: (await userSnapshots(sql)).map(toWire) }),
  }),
  control({
    id: 'saveSnapshot',
    method: 'POST',
    path: '/_sandbox/snapshots',
    summary: 'Save the state and the time as a snapshot, replacing one of the same name',
    movesClock: true,
    status: 201,
    input: { body: z.strictObject({ name: Name }) },
    async handle({ body: { name } }, { sql, engine, log, requestIds }) {
      const others = (await userSnapshots(sql)).filter((each) => each.name !== PREFIX + name);
      if (others.length >= MOST_SNAPSHOTS) {
        const detail = `There are ${MOST_SNAPSHOTS} snapshots. Delete some of them.`;
        throw conflict(
          { reason: 'too_many', facts: { what: 'snapshot', most: MOST_SNAPSHOTS } },
          detail,
        );
      }
      const { now } = await readClock(sql);
      const note = { savedAt: now.toISOString(), requests: requestIds.count() };
      await log.flush();
      // A snapshot must have no attempt in flight.
      await engine.whileIdle(() => makeSnapshot(sql, PREFIX + name, note));
      return toWire({ name: PREFIX + name, note });
    },
  }),
  control({
    id: 'restoreSnapshot',
    method: 'POST',
    path: '/_sandbox/snapshots/{name}/restore',
    summary: 'Restore a snapshot; attempts in flight are aborted',
    movesClock: true,
    input: { params },
    async handle({ params: { name } }, context) {
      const { note } = await requireSnapshot(context, name);
      return restore(context, PREFIX + name, note.requests);
    },
  }),
  control({
    id: 'deleteSnapshot',
    method: 'DELETE',
    path: '/_sandbox/snapshots/{name}',
    summary: 'Delete a snapshot',
    input: { params },
    async handle({ params: { name } }, context) {
      const snapshot = await requireSnapshot(context, name);
      await dropSnapshot(context.sql, PREFIX + name);
      return toWire(snapshot);
    },
  }),
];

/** @param requests The number of request ids that were used in the state of the snapshot. */
async function restore(
  { sql, engine, log, runCommand, requestIds, isForOthers }: ControlContext,
  name: string,
  requests: number,
) {
  // Otherwise, earlier requests would be stored after the restore.
  await log.flush();
  await engine.whileStopped(() => restoreSnapshot(sql, name, isForOthers));
  // A command without a change: it wakes everything that waits for a commit.
  await runCommand(async () => {});
  requestIds.restart(requests);
  return readClock(sql);
}

async function userSnapshots(sql: ControlContext['sql']): Promise<readonly StoredSnapshot[]> {
  return (await listSnapshots(sql)).filter(({ name }) => name.startsWith(PREFIX));
}

async function requireSnapshot({ sql }: ControlContext, name: string): Promise<StoredSnapshot> {
  const snapshot = (await userSnapshots(sql)).find((each) => each.name === PREFIX + name);
  if (snapshot) return snapshot;
  throw notFound('snapshot', name, 'name');
}

function toWire({ name, note }: StoredSnapshot) {
  return { name: name.slice(PREFIX.length), savedAt: note.savedAt };
}
