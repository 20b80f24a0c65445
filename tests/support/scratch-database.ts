import { Client } from 'pg';
import { requireService } from './service.ts';

// Databases on the PostgreSQL server of this machine, which serves 100 connections for the workers of all runs.

/** The server, as its administrator. */
export const SERVER = { host: '127.0.0.1', port: 5432, user: 'postgres' };
const PREFIX = 'screening_scratch_';
/** The run that a worker belongs to: {@link runPrefix} of its globalSetup. */
const RUN = 'SCREENING_TEST_RUN';

/**
 * How many processes may use databases at once: others wait for a seat. The tests of a process open some 15 connections at a time,
 * and the server takes 100.
 */
const SEATS = 6;

// Keys of advisory locks of the server.
const SEAT_LOCKS = 4010;
const NAME_LOCKS = 4011;

/** A database that is dropped when it is not needed any more. */
export interface ScratchDatabase {
  readonly name: string;
  /** As the administrator. */
  readonly url: string;
  /** Runs statements as the administrator of the server, in another database. */
  readonly administer: (statement: string) => Promise<void>;
  drop(): Promise<void>;
}

/** Whether the server answers. @throws Error when it does not, and REQUIRE_SERVICES=1. */
export const isServerReachable = (): Promise<boolean> =>
  requireService(`PostgreSQL at ${SERVER.host}:${SERVER.port}`, async () => {
    const client = await connect();
    await client.end();
  });

/** The address of a database on the server. */
export function urlOf(database: string, user = SERVER.user): string {
  return `postgres://${user}@${SERVER.host}:${SERVER.port}/${database}`;
}

/** The seat of this process: the connection that holds it, and how many databases need it. */
let seat: Promise<Client> | undefined;
let inUse = 0;

/** Creates an empty database. The seat, and the claim to the name, last as long as a connection: a kill ends both. */
export async function createScratchDatabase(): Promise<ScratchDatabase> {
  const name = runPrefix() + crypto.randomUUID().replaceAll('-', '');
  inUse += 1;
  seat ??= takeSeat();
  const client = await seat;
  const administer = async (statement: string): Promise<void> => {
    await client.query(statement);
  };
  const claim = `${NAME_LOCKS}, hashtext('${name}')`;
  const leave = async (): Promise<void> => {
    inUse -= 1;
    if (inUse > 0) return;
    seat = undefined;
    await client.end();
  };
  try {
    await administer(`select pg_advisory_lock(${claim})`);
    await administer(`create database ${name}`);
    // No test restarts the server, so none needs to wait for the disk.
    await administer(`alter database ${name} set synchronous_commit = off`);
  } catch (error) {
    await leave();
    throw error;
  }
  return {
    name,
    url: urlOf(name),
    administer,
    async drop() {
      await dropDatabase(client, name);
      await administer(`select pg_advisory_unlock(${claim})`);
      await leave();
    },
  };
}

/** How the names of the databases of this run begin. Its workers inherit it. */
export function runPrefix(): string {
  process.env[RUN] ??= `${PREFIX}${process.pid}_`;
  return process.env[RUN];
}

/** Drops the leftover databases of ended processes. @returns how many of this run are still in use. */
export async function dropLeftovers(): Promise<number> {
  const client = await connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname like '${PREFIX}%'`,
    );
    let inUseOfRun = 0;
    for (const { name } of rows) {
      const { rows: locks } = await client.query<{ free: boolean }>(
        `select pg_try_advisory_lock(${NAME_LOCKS}, hashtext('${name}')) as free`,
      );
      if (locks[0]?.free) await dropDatabase(client, name);
      else if (name.startsWith(runPrefix())) inUseOfRun += 1;
    }
    return inUseOfRun;
  } finally {
    await client.end();
  }
}

/** A database may have its own role, with the same name. */
async function dropDatabase(client: Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`drop role if exists ${name}`);
}

async function takeSeat(): Promise<Client> {
  const client = await connect();
  for (let number = 0; number < SEATS; number += 1) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${SEAT_LOCKS}, ${number}) as taken`,
    );
    if (rows[0]?.taken) return client;
  }
  const number = process.pid % SEATS;
  await client.query(`select pg_advisory_lock(${SEAT_LOCKS}, ${number})`);
  return client;
}

async function connect(): Promise<Client> {
  const client = new Client({ ...SERVER, database: 'postgres', connectionTimeoutMillis: 30_000 });
  // A test may end all connections of the server.
  client.on('error', () => {});
  await client.connect();
  return client;
}
