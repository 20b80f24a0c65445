import {
  type SqliteStatement,
  type SqliteValue,
  sqliteClaimStatements,
  sqliteClaims,
} from '@screening-webhooks/core/store-kit';
import { CLAIMS, createClaims } from './claims-table.js';

/** A row, as the database returned it. */
type Row = Readonly<Record<string, unknown>>;

/** A request of `durableObjectStore` to an object. */
export interface ClaimRequest {
  readonly operation: 'claim' | 'extend' | 'commit' | 'release';
  readonly key: string;
  readonly owner: string;
  /** The lease of a claim or an extend, the retention of a commit, 0 for a release. Milliseconds. */
  readonly ms: number;
}

/** The part of a Durable Object's state that is used. */
export interface DurableObjectStateBinding {
  readonly storage: {
    readonly sql: {
      exec(sql: string, ...values: SqliteValue[]): { toArray(): readonly Row[] };
    };
    getAlarm(): Promise<number | null>;
    setAlarm(time: number): Promise<void>;
  };
  blockConcurrencyWhile<T>(callback: () => Promise<T>): Promise<T>;
}

/** Options for a subclass of {@link ScreeningDedupe}. */
export interface ScreeningDedupeOptions {
  /** The least number of milliseconds between two sweeps of rows that have ended. Default 3,600,000. */
  readonly sweepEvery?: number | undefined;
}

// A sweep of this size occupies the object's only thread for about 10 ms, and claims wait for it no longer than that.
const ROWS_PER_SWEEP = 1000;
const NEXT_SWEEP_MS = 1000;

// The alarm deletes them.
const SWEPT_PER_COMMIT = 0;

const OPERATIONS: ReadonlySet<string> = new Set(['claim', 'extend', 'commit', 'release']);

const statements = /* @__PURE__ */ sqliteClaimStatements(CLAIMS);

/**
 * The Durable Object of `durableObjectStore`. Export it from your Worker, bind it, and list it under
 * `new_sqlite_classes`. An alarm deletes the rows that have ended, and is set again for as long as there are rows.
 *
 * @example
 * export { ScreeningDedupe } from '@screening-webhooks/cloudflare';
 */
// fetch instead of RPC: RPC needs a base class from 'cloudflare:workers', which does not exist in Node.
export class ScreeningDedupe {
  /** Makes `DurableObjectNamespace<ScreeningDedupe>` compile with the platform's types. */
  declare readonly __DURABLE_OBJECT_BRAND: never;
  readonly #storage: DurableObjectStateBinding['storage'];
  readonly #sweepEvery: number;
  readonly #claims = sqliteClaims(
    CLAIMS,
    async (body) => body((statement) => this.#query(statement)),
    (text) => text,
    SWEPT_PER_COMMIT,
  );
  #alarmSet = false;

  constructor(
    state: DurableObjectStateBinding,
    _env?: unknown,
    options: ScreeningDedupeOptions = {},
  ) {
    this.#storage = state.storage;
    this.#sweepEvery = options.sweepEvery ?? 3_600_000;
    void state.blockConcurrencyWhile(async () => {
      for (const sql of createClaims()) this.#query({ sql, values: [] });
      this.#alarmSet = (await this.#storage.getAlarm()) !== null;
    });
  }

  /** Answers a request of `durableObjectStore` with JSON: a claim, or a boolean. */
  async fetch(request: Request): Promise<Response> {
    const { operation, key, owner, ms }: ClaimRequest = await request.json();
    if (!OPERATIONS.has(operation)) return new Response('unknown operation', { status: 400 });
    // Nothing is awaited between the first statement and the last, which makes an operation atomic. The platform sends the
    // answer when the writes are durable (https://blog.cloudflare.com/durable-objects-easy-fast-correct-choose-three/).
    const answer = await this.#claims[operation](key, owner, ms);
    if (!this.#alarmSet) await this.#setAlarm(this.#sweepEvery);
    return Response.json(answer);
  }

  /** Called by the platform. */
  async alarm(): Promise<void> {
    const swept = this.#query(statements.sweep(ROWS_PER_SWEEP));
    const [remaining]: unknown[] = Object.values(this.#query(statements.nextEnd())[0] ?? {});
    this.#alarmSet = false;
    if (typeof remaining !== 'number') return;
    const pause = swept.length < ROWS_PER_SWEEP ? this.#sweepEvery : NEXT_SWEEP_MS;
    await this.#setAlarm(Math.max(remaining, pause));
  }

  #query({ sql, values }: SqliteStatement): readonly Row[] {
    return this.#storage.sql.exec(sql, ...values).toArray();
  }

  async #setAlarm(inMs: number): Promise<void> {
    this.#alarmSet = true;
    await this.#storage.setAlarm(Date.now() + inMs);
  }
}
