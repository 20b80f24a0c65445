import {
  commitStatement,
  createTable,
  extendStatement,
  holderStatement,
  nextEndStatement,
  releaseStatement,
  type Statement,
  sweepStatement,
  takeStatement,
} from './claim-statements.js';
import { type Row, readClaim } from './read-claim.js';

/** What `durableObjectStore` asks an object. */
export interface ClaimRequest {
  readonly operation: 'claim' | 'extend' | 'commit' | 'release';
  readonly key: string;
  readonly owner: string;
  /** The lease or the retention. */
  readonly ms: number;
}

/** What is used of a Durable Object's state. */
export interface DurableObjectStateBinding {
  readonly storage: {
    readonly sql: {
      exec(sql: string, ...values: (string | number)[]): { toArray(): readonly Row[] };
    };
    getAlarm(): Promise<number | null>;
    setAlarm(time: number): Promise<void>;
  };
  blockConcurrencyWhile<T>(callback: () => Promise<T>): Promise<T>;
}

/** Options for a subclass of {@link ScreeningDedupe}. */
export interface ScreeningDedupeOptions {
  /** Milliseconds between two sweeps of rows that have ended, at least. Default 3,600,000. */
  readonly sweepEvery?: number;
}

// Small enough that a claim never waits for a sweep: some 10 ms of the object's one thread.
const SWEPT_AT_ONCE = 1000;
const NEXT_BATCH_MS = 1000;

/**
 * The Durable Object behind `durableObjectStore`: export it from your Worker, bind it, and list it under
 * `new_sqlite_classes`. An alarm deletes the rows that have ended; an object that holds nothing sets none.
 *
 * @example
 * export { ScreeningDedupe } from '@screening-webhooks/cloudflare';
 */
// fetch, not RPC: RPC needs a base class from 'cloudflare:workers', and who imports this package in Node has none.
export class ScreeningDedupe {
  /** For the types of the platform, so that `DurableObjectNamespace<ScreeningDedupe>` compiles. */
  declare readonly __DURABLE_OBJECT_BRAND: never;
  readonly #storage: DurableObjectStateBinding['storage'];
  readonly #sweepEvery: number;
  #alarmSet = false;

  constructor(
    state: DurableObjectStateBinding,
    _env?: unknown,
    options: ScreeningDedupeOptions = {},
  ) {
    this.#storage = state.storage;
    this.#sweepEvery = options.sweepEvery ?? 3_600_000;
    void state.blockConcurrencyWhile(async () => {
      for (const sql of createTable) this.#run({ sql, values: [] });
      this.#alarmSet = (await this.#storage.getAlarm()) !== null;
    });
  }

  /** Answers one {@link ClaimRequest} with JSON: a claim, or whether the operation was done. */
  async fetch(request: Request): Promise<Response> {
    const asked: ClaimRequest = await request.json();
    // Nothing is awaited from the first statement to the last: that is what makes an operation atomic. The answer leaves
    // once the writes are durable (https://blog.cloudflare.com/durable-objects-easy-fast-correct-choose-three/).
    const answer = this.#answer(asked);
    if (answer === undefined) return new Response('unknown operation', { status: 400 });
    if (!this.#alarmSet) await this.#setAlarm(this.#sweepEvery);
    return Response.json(answer);
  }

  /** Called by the platform. */
  async alarm(): Promise<void> {
    const swept = this.#run(sweepStatement(SWEPT_AT_ONCE));
    const left = this.#run(nextEndStatement())[0]?.['left_ms'];
    this.#alarmSet = false;
    if (typeof left !== 'number') return;
    const pause = swept.length < SWEPT_AT_ONCE ? this.#sweepEvery : NEXT_BATCH_MS;
    await this.#setAlarm(Math.max(left, pause));
  }

  #answer({ operation, key, owner, ms }: ClaimRequest): unknown {
    switch (operation) {
      case 'claim':
        return readClaim(
          this.#run(takeStatement(key, owner, ms)),
          this.#run(holderStatement(key))[0],
        );
      case 'extend':
        return this.#run(extendStatement(key, owner, ms)).length > 0;
      case 'commit':
        return this.#run(commitStatement(key, owner, ms)).length > 0;
      case 'release':
        return this.#run(releaseStatement(key, owner)).length > 0;
      default:
        return undefined;
    }
  }

  #run({ sql, values }: Statement): readonly Row[] {
    return this.#storage.sql.exec(sql, ...values).toArray();
  }

  async #setAlarm(inMs: number): Promise<void> {
    this.#alarmSet = true;
    await this.#storage.setAlarm(Date.now() + inMs);
  }
}
