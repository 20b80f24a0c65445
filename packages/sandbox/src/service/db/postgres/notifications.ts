import { randomUUID } from 'node:crypto';
import { Client, type ClientConfig, type Pool } from 'pg';
import type { OtherProcesses } from '../connect.js';

const CHANNEL = 'screening_sandbox';
// Commits make a signal each, and every signal makes every process look for work.
const AT_MOST_EVERY_MS = 25;
const RECONNECT_MS = 1000;

/** Signals between processes, by LISTEN and NOTIFY. A lost connection is opened again; what was missed counts as a signal. */
export class Notifications implements OtherProcesses {
  readonly #config: ClientConfig;
  readonly #pool: Pool;
  readonly #me = randomUUID();
  readonly #listeners: (() => void)[] = [];
  #client: Client | undefined;
  #due: NodeJS.Timeout | undefined;
  #reconnect: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(config: ClientConfig, pool: Pool) {
    this.#config = config;
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

  /** Listens. Resolves when the first connection is there, or was refused. */
  async connect(): Promise<void> {
    if (this.#closed) return;
    const client = new Client(this.#config);
    this.#client = client;
    client.on('notification', ({ payload }) => {
      if (payload !== this.#me) this.#signal();
    });
    client.on('error', () => {});
    client.once('end', () => this.#connectLater());
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      this.#signal();
    } catch {
      // A client that did not connect has no end.
      this.#connectLater();
      await client.end().catch(() => {});
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#due);
    clearTimeout(this.#reconnect);
    await this.#client?.end().catch(() => {});
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
