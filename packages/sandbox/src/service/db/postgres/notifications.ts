import { randomUUID } from 'node:crypto';
import { Client, type ClientConfig, type Pool } from 'pg';
import type { OtherProcesses } from '../connect.js';

const CHANNEL = 'screening_sandbox';
// Each commit makes a signal, and every signal makes every process look for work.
const AT_MOST_EVERY_MS = 25;
const RECONNECT_MS = 1000;
// A port is a lock that all processes that listen on it share: it ends with the process, however that ends. The first number is
// random, to avoid other users of locks.
const PORTS = 1487261831;
const PORTS_CHANGED = 'ports';
// No signal reports the port of a process that was killed, or a connection that went silent.
const CHECK_EVERY_MS = 15_000;
const ANSWER_WITHIN_MS = 10_000;

/**
 * Signals between processes, by LISTEN and NOTIFY, and the ports of all of them. A connection that is lost or silent is opened
 * again, which counts as a signal, because one may have been missed.
 */
export class Notifications implements OtherProcesses {
  readonly #config: ClientConfig;
  readonly #pool: Pool;
  readonly #me = randomUUID();
  readonly #listeners: (() => void)[] = [];
  #client: Client | undefined;
  #due: NodeJS.Timeout | undefined;
  #reconnect: NodeJS.Timeout | undefined;
  #port: number | undefined;
  #ports: ReadonlySet<number> = new Set();
  #checks: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(config: ClientConfig, pool: Pool) {
    this.#config = { ...config, query_timeout: ANSWER_WITHIN_MS };
    this.#pool = pool;
  }

  notify(): void {
    if (this.#closed || this.#due) return;
    this.#due = setTimeout(() => {
      this.#due = undefined;
      // The others look again after a while.
      this.#pool.query('select pg_notify($1, $2)', [CHANNEL, this.#me]).catch(() => {});
    }, AT_MOST_EVERY_MS);
  }

  onNotify(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async sharePort(port: number): Promise<void> {
    this.#port = port;
    this.#checks = setInterval(() => {
      void this.#readPorts();
      void this.#checkConnection();
    }, CHECK_EVERY_MS);
    // Without a connection, `connect` does this later.
    if (this.#client) await this.#holdPort(this.#client).catch(() => {});
    await this.#readPorts();
  }

  havePort(port: number): boolean {
    return this.#ports.has(port);
  }

  /** Listens. Resolves when the first connection is open or was refused. */
  async connect(): Promise<void> {
    if (this.#closed) return;
    const client = new Client(this.#config);
    this.#client = client;
    client.on('notification', ({ payload }) => {
      if (payload === PORTS_CHANGED) void this.#readPorts();
      else if (payload !== this.#me) this.#signal();
    });
    client.on('error', () => {});
    client.once('end', () => this.#connectLater());
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      await this.#holdPort(client);
      void this.#readPorts();
      this.#signal();
    } catch {
      // A client that did not connect emits no `end`.
      this.#connectLater();
      await client.end().catch(() => {});
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#due);
    clearTimeout(this.#reconnect);
    clearInterval(this.#checks);
    await this.#client?.end().catch(() => {});
  }

  async #holdPort(client: Client): Promise<void> {
    if (this.#port === undefined) return;
    await client.query('select pg_advisory_lock_shared($1, $2)', [PORTS, this.#port]);
    await client.query('select pg_notify($1, $2)', [CHANNEL, PORTS_CHANGED]);
  }

  async #readPorts(): Promise<void> {
    try {
      const { rows } = await this.#pool.query<{ port: number }>(
        `select distinct objid::int as port from pg_locks
          where locktype = 'advisory' and classid = $1 and objsubid = 2
            and database = (select oid from pg_database where datname = current_database())`,
        [PORTS],
      );
      this.#ports = new Set(rows.map(({ port }) => port));
    } catch {
      // The known ports stay until the next time.
    }
  }

  /** Ends a connection that does not answer, so that another is opened. */
  async #checkConnection(): Promise<void> {
    const client = this.#client;
    await client?.query('select').catch(() => client.end());
  }

  #connectLater(): void {
    if (this.#closed) return;
    clearTimeout(this.#reconnect);
    this.#reconnect = setTimeout(() => void this.connect(), RECONNECT_MS);
  }

  #signal(): void {
    for (const listener of this.#listeners) listener();
  }
}
