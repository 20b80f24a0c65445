import type { DeliveryStatus } from '../../../../../../src/service/capabilities/webhooks/delivery-states.js';

/** The settings of a retry policy that the model supports. */
export interface ModelledPolicy {
  readonly maxAttempts: number;
  readonly backoff: 'exponential' | 'fixed';
  readonly initialDelaySeconds: number;
}

interface Modelled {
  status: DeliveryStatus;
  attempts: number;
  nextAt: number | undefined;
  /** The number of attempts that the receiver refuses. */
  readonly failures: number;
}

/** The work that the service does at the next move of the clock, in this order. */
type Due =
  | { readonly do: 'emit'; readonly failures: number }
  | { readonly do: 'release' | 'discard' };

/** The required parts of the answer to a command. */
interface Expected {
  readonly status: number;
  readonly body: object;
}

const START = Date.parse('2026-01-01T00:00:00Z');
const MAX_DELAY = 3600;

/** An endpoint and its deliveries, as the specification describes them. Times are seconds since the start. */
export class EndpointModel {
  /** `from action to` of every change so far. */
  readonly transitions = new Set<string>();
  readonly #deliveries: Modelled[] = [];
  #policy: ModelledPolicy = { maxAttempts: 5, backoff: 'exponential', initialDelaySeconds: 60 };
  #due: Due[] = [];
  #status: 'active' | 'paused' | 'deleted' = 'active';
  #now = 0;

  order(failures: number): void {
    this.#due.push({ do: 'emit', failures });
  }

  pause(): Expected {
    if (this.#status !== 'active') return this.#refusal(this.#status);
    this.#status = 'paused';
    if (this.#due.some((due) => due.do === 'discard')) this.#changeAll('cancel', ['held']);
    this.#endResumption();
    this.#changeAll('hold', ['scheduled', 'retrying']);
    return { status: 200, body: { paused: true } };
  }

  resume(discard: boolean): Expected {
    if (this.#status !== 'paused') return this.#refusal(this.#status);
    this.#status = 'active';
    this.#due.push({ do: discard ? 'discard' : 'release' });
    return { status: 200, body: { paused: false } };
  }

  setPolicy(policy: ModelledPolicy): Expected {
    if (this.#status === 'deleted') return this.#refusal('deleted');
    this.#policy = policy;
    return { status: 200, body: { retryPolicy: policy } };
  }

  remove(): Expected {
    if (this.#status === 'deleted') return this.#refusal('deleted');
    this.#status = 'deleted';
    this.#endResumption();
    this.#changeAll('cancel', ['scheduled', 'retrying', 'held']);
    return { status: 200, body: { deleted: true } };
  }

  advance(seconds: number): void {
    for (let due = this.#due.shift(); due; due = this.#due.shift()) this.#run(due);
    this.#now += seconds;
    for (const delivery of this.#deliveries) {
      while (delivery.nextAt !== undefined && delivery.nextAt <= this.#now) {
        this.#attempt(delivery, delivery.nextAt);
      }
    }
  }

  /** The deliveries as the API shows them, oldest first. */
  shown(): object[] {
    return this.#deliveries.map(({ status, attempts, nextAt }) => ({
      status,
      attemptCount: attempts,
      nextAttemptAt: nextAt === undefined ? null : new Date(START + nextAt * 1000).toISOString(),
    }));
  }

  #run(due: Due): void {
    if (due.do === 'discard') this.#changeAll('cancel', ['held']);
    else if (due.do === 'release') this.#changeAll('release', ['held'], this.#now);
    else if (due.do === 'emit' && this.#status !== 'deleted') {
      const held = this.#status === 'paused' || this.#due.some((later) => later.do === 'release');
      this.#deliveries.push({
        status: held ? 'held' : 'scheduled',
        attempts: 0,
        nextAt: held ? undefined : this.#now,
        failures: due.failures,
      });
    }
  }

  #attempt(delivery: Modelled, at: number): void {
    this.#change(delivery, 'attempt', undefined);
    delivery.attempts += 1;
    const { maxAttempts, backoff, initialDelaySeconds } = this.#policy;
    if (delivery.attempts > delivery.failures) this.#change(delivery, 'succeed', undefined);
    else if (delivery.attempts >= maxAttempts) this.#change(delivery, 'give-up', undefined);
    else {
      const growth = backoff === 'fixed' ? 1 : 2 ** (delivery.attempts - 1);
      this.#change(delivery, 'retry', at + Math.min(initialDelaySeconds * growth, MAX_DELAY));
    }
  }

  #endResumption(): void {
    this.#due = this.#due.filter((due) => due.do === 'emit');
  }

  #changeAll(action: ModelledAction, from: readonly DeliveryStatus[], nextAt?: number): void {
    for (const delivery of this.#deliveries) {
      if (from.includes(delivery.status)) this.#change(delivery, action, nextAt);
    }
  }

  #change(delivery: Modelled, action: ModelledAction, nextAt: number | undefined): void {
    const to = endOf[action];
    this.transitions.add(`${delivery.status} ${action} ${to}`);
    delivery.status = to;
    delivery.nextAt = nextAt;
  }

  #refusal(currentStatus: string): Expected {
    return currentStatus === 'deleted'
      ? { status: 404, body: { code: 'resource_not_found' } }
      : { status: 409, body: { code: 'state_conflict', currentStatus } };
  }
}

/** Other tests cover replays and interruptions. */
type ModelledAction = keyof typeof endOf;

const endOf = {
  attempt: 'delivering',
  succeed: 'succeeded',
  retry: 'retrying',
  'give-up': 'failed',
  hold: 'held',
  release: 'scheduled',
  cancel: 'canceled',
} as const satisfies Readonly<Record<string, DeliveryStatus>>;
