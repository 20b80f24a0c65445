import type { Sql } from '../db/sql.js';
import type { EngineRole } from './role/engine-role.js';
import { freeSlots } from './slots.js';
import { type DueJob, type DueTakes, dueTakes, LOOKED_AT } from './take-due.js';
import { type HeldJob, readNext } from './take-jobs.js';

/** Milliseconds. Also how soon the work of another process is seen that has died, or whose signal was lost. */
export const LONGEST_WAIT = 5000;
// To look behind a backlog costs more, the more endpoints there are.
const BETWEEN_VAIN_LOOKS = 250;

/** Takes the jobs that are due, as far as there are slots for them. */
export class Taker {
  readonly #sql: Sql;
  readonly #take: DueTakes;
  #looksBehindAt = 0;

  constructor(sql: Sql, role: EngineRole) {
    this.#sql = sql;
    this.#take = dueTakes(role);
  }

  /**
   * Takes once.
   *
   * @param running The jobs that run in this process.
   * @param start Called with the jobs that are taken. They run then.
   * @returns The milliseconds until there may be more to take.
   */
  async takeTurn(
    running: ReadonlyMap<HeldJob, unknown>,
    start: (taken: readonly DueJob[]) => void,
  ): Promise<number> {
    const slots = freeSlots(running.keys());
    if (!slots) return LONGEST_WAIT;
    const { waiting, ms = LONGEST_WAIT } = await readNext(this.#sql, LOOKED_AT);
    const patience = Math.min(ms, LONGEST_WAIT);
    if (waiting === 0) return patience;
    const first = await this.#take.first(slots);
    start(first);
    if (first.length === slots.jobs) return 0;
    if (waiting < LOOKED_AT) return patience;
    // Those that may not be taken now can hide others.
    if (performance.now() < this.#looksBehindAt) return Math.min(patience, BETWEEN_VAIN_LOOKS);
    const left = freeSlots(running.keys());
    const behind = left ? await this.#take.ofEachEndpoint(left) : [];
    start(behind);
    if (behind.length > 0) return 0;
    this.#looksBehindAt = performance.now() + BETWEEN_VAIN_LOOKS;
    return patience;
  }
}
