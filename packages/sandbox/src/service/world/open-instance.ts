import { and, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ServiceConfig } from '../config/service-config.js';
import { DatabaseError } from '../db/errors.js';
import { clock, engineLease, jobs, settings } from '../db/schema/index.js';
import type { Sql, Transact } from '../db/sql.js';
import { createClock, readClock, setClock } from '../kernel/clock.js';
import { Derivation, derivedIdentity, randomIdentity, randomText } from '../kernel/identity.js';

/** Lets one process after the other prepare the database, until the transaction ends. */
export const SETUP_LOCK = `select pg_advisory_xact_lock(hashtextextended('screening-sandbox setup', 0))`;

const Stored = z.object({
  /** Its secrets derive from this, and its ids and keys unless they are random. */
  seed: z.string(),
  ids: z.enum(['derived', 'random']),
  /** The virtual time of the first start, ISO 8601. */
  startedAt: z.string(),
  starts: z.number(),
  controlToken: z.string(),
});
type Stored = z.output<typeof Stored>;

const NAME = 'instance';
const DEFAULT_SEED = 'sandbox';

/**
 * Makes a new service, or continues the stored one, and sets its clock.
 *
 * @returns its identity and secrets, which stay the same however often it is started on its database.
 * @throws DatabaseError when the options do not fit the stored one. Nothing is changed then.
 */
export function openInstance(transact: Transact, config: ServiceConfig) {
  return transact(SETUP_LOCK, async (tx) => {
    const [row] = await tx.select().from(settings).where(eq(settings.name, NAME));
    const stored = row
      ? await reopen(tx, Stored.parse(row.value), config)
      : await create(tx, config);
    if (config.password !== undefined && stored.seed === DEFAULT_SEED) {
      throw new DatabaseError(
        `Everybody can derive keys of the seed "${DEFAULT_SEED}", so no others may reach them: start with new data and without this seed.`,
      );
    }
    const derivation = new Derivation(stored.seed, new Date(stored.startedAt));
    return {
      identity:
        stored.ids === 'random' ? randomIdentity() : derivedIdentity(derivation, stored.starts),
      controlToken: stored.controlToken,
      /** Signs the addresses of files. */
      fileSecret: derivation.secret('', 'file addresses'),
      /** Signs the addresses of hosted pages. */
      pageSecret: derivation.secret('', 'page addresses'),
    };
  });
}

async function create(tx: Sql, { clock: { mode, at }, ...config }: ServiceConfig): Promise<Stored> {
  const startedAt = at === undefined ? new Date() : new Date(at);
  await createClock(tx, { mode, now: startedAt });
  // A service that others can reach must not have keys that can be computed.
  const ids = config.storage.kind === 'postgres' ? 'random' : 'derived';
  const stored: Stored = {
    seed: newSeed(ids, config),
    ids,
    startedAt: startedAt.toISOString(),
    starts: 1,
    controlToken: randomText(43, 'base62'),
  };
  await tx.insert(settings).values({ name: NAME, value: stored });
  return stored;
}

function newSeed(ids: Stored['ids'], { rng, password }: Omit<ServiceConfig, 'clock'>): string {
  if (ids === 'derived' && rng !== undefined) return rng;
  return ids === 'derived' && password === undefined ? DEFAULT_SEED : randomText(43, 'base62');
}

async function reopen(tx: Sql, before: Stored, config: ServiceConfig): Promise<Stored> {
  const { rng, clock: wanted, storage } = config;
  if (rng !== undefined && rng !== before.seed) {
    throw new DatabaseError(
      before.ids === 'random'
        ? 'The ids and keys of this database are random: start without a seed.'
        : `The data was made with the seed ${JSON.stringify(before.seed)}: start without another one.`,
    );
  }
  if (wanted.at !== undefined) {
    throw new DatabaseError(
      'The time at the start is for new data only: start without it, and move the clock then.',
    );
  }
  if (storage.kind === 'postgres') {
    await (storage.controls ? freezeClock(tx, wanted.mode) : runClock(tx));
  } else {
    await setClock(tx, { mode: wanted.mode, now: (await readClock(tx)).now });
    // The process that had taken them is gone.
    await tx.update(jobs).set({ leaseOwner: null, leaseUntil: null });
  }
  const stored = { ...before, starts: before.starts + 1 };
  await tx.update(settings).set({ value: stored }).where(eq(settings.name, NAME));
  return stored;
}

/** Freezes the clock if that was asked for. Others may have frozen or moved it already. */
async function freezeClock(tx: Sql, wanted: 'real' | 'frozen'): Promise<void> {
  if (wanted === 'real') return;
  const { now } = await readClock(tx);
  await setClock(tx, { mode: 'frozen', now }, sql`not ${clock.frozen}`);
}

/** Starts the clock. Without the controls, nobody could start one that was left frozen. */
async function runClock(tx: Sql): Promise<void> {
  const inUse = tx.select().from(engineLease).where(gt(engineLease.until, sql`now()`));
  const { now } = await readClock(tx);
  await setClock(tx, { mode: 'real', now }, and(clock.frozen, sql`not exists ${inUse}`));
}
