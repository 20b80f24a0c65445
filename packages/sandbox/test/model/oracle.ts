// A model of the service's deliveries, written only from SANDBOX.md (laws 3 to 5, 13 and 14) and the service tables 1.3 and 1.11.
// It shares no code with the service, and reads from top to bottom.

type DeliveryStatus =
  | 'scheduled'
  | 'delivering'
  | 'retrying'
  | 'succeeded'
  | 'failed'
  | 'held'
  | 'canceled';

type FaultKind = 'duplicate' | 'delay';

export interface Attempt {
  readonly trigger: 'scheduled' | 'manual' | 'test' | 'fault';
  readonly url: string;
  /** Virtual time, as all times here, in milliseconds. */
  readonly startedAt: number;
  readonly fault: string | null;
  state: 'started' | 'succeeded' | 'failed' | 'interrupted';
  responseStatus: number | null;
}

export interface Delivery {
  readonly endpoint: number;
  /** The number of the event, or -1 for a test. */
  readonly event: number;
  readonly test: boolean;
  readonly createdAt: number;
  status: DeliveryStatus;
  nextAttemptAt: number | null;
  succeededAt: number | null;
  /** The status before the replay, while a replay is due or in progress. */
  replayOf: 'succeeded' | 'failed' | undefined;
  readonly attempts: Attempt[];
}

interface Endpoint {
  url: string;
  /** Whether it subscribes to the type of the events. */
  subscribed: boolean;
  paused: boolean;
  deleted: boolean;
  maxAttempts: number;
  /** The number of its secret: 1, 2, … */
  secret: number;
  /** The secret before the last roll, which also signs until then. */
  previous: { readonly secret: number; readonly until: number } | undefined;
  /** The status that its receiver answers. `null` if it breaks the connection. */
  answer: number | null;
}

/** A request that a receiver gets. */
export interface Received {
  readonly delivery: number;
  readonly attempt: number;
  readonly url: string;
  /** `t` of the signature, in seconds. */
  readonly signedAt: number;
  /** The numbers of the secrets that signed, newest first. */
  readonly secrets: readonly number[];
}

/** A failure during a move of the clock. */
export interface Incident {
  /** Which attempt or other job of the move fails, counted from 1. */
  readonly count: number;
  /** The write that fails: of the start or the end of an attempt, or of a release, discard or recovery. */
  readonly step: 'start' | 'end' | 'other';
  /** `lost`: nothing is written. `unanswered`: it is written, but the service gets no answer. */
  readonly write: 'lost' | 'unanswered';
  /** `lives`: the database fails briefly. `dies`: another process takes over after the move. */
  readonly process: 'lives' | 'dies';
}

/** A command that is sent while an attempt of a move is in flight. */
interface Meanwhile {
  readonly attempt: number;
  readonly command: Change;
}

export type Change =
  | { readonly do: 'order' }
  | { readonly do: 'archive' }
  | { readonly do: 'pause'; readonly endpoint: number }
  | { readonly do: 'delete'; readonly endpoint: number }
  | {
      readonly do: 'recover';
      readonly endpoint: number;
      readonly include: 'failed' | 'missing' | 'all';
    }
  | { readonly do: 'subscribe'; readonly endpoint: number; readonly to: boolean }
  | { readonly do: 'test'; readonly endpoint: number }
  | { readonly do: 'resume'; readonly endpoint: number; readonly discard: boolean }
  | {
      readonly do: 'roll';
      readonly endpoint: number;
      readonly overlapSeconds: number;
      readonly force: boolean;
    }
  | { readonly do: 'move'; readonly endpoint: number; readonly url: string }
  | { readonly do: 'limit'; readonly endpoint: number; readonly maxAttempts: number }
  | { readonly do: 'answer'; readonly endpoint: number; readonly status: number | null }
  | { readonly do: 'fault'; readonly endpoint: number; readonly kind: FaultKind }
  | { readonly do: 'replay'; readonly delivery: number };

export interface Advance {
  readonly do: 'advance';
  readonly minutes: number;
  readonly incident?: Incident | undefined;
  readonly meanwhile?: Meanwhile | undefined;
}

export type Command = Change | Advance;

/** Due work. */
interface Job {
  readonly kind: 'attempt' | 'replay' | 'release' | 'discard' | 'recover' | 'missing';
  /** The index of a delivery or an endpoint. */
  readonly of: number;
  dueAt: number;
  /** Whether a fault has delayed the job, which happens once. */
  delayed?: boolean;
  /** For a discard, the last delivery that it takes. For a recovery, the latest time of creation. */
  readonly upTo?: number;
  /** Whether its process failed to do it. It is taken again after the move. */
  stuck?: boolean;
}

const MINUTE = 60_000;
const TEST = -1;

export class Oracle {
  now: number;
  readonly endpoints: Endpoint[];
  readonly deliveries: Delivery[] = [];
  /** The creation time of each event. */
  readonly #events: number[] = [];
  readonly #faults: { readonly kind: FaultKind; readonly endpoint: number }[] = [];
  #jobs: Job[] = [];
  #archived = false;

  constructor(now: number, urls: readonly string[]) {
    this.now = now;
    this.endpoints = urls.map((url) => ({
      url,
      subscribed: true,
      paused: false,
      deleted: false,
      maxAttempts: 5,
      secret: 1,
      previous: undefined,
      answer: 200,
    }));
  }

  /** @returns Whether the service must accept the command, or the status of its refusal. */
  change(command: Change): 'accepted' | 404 | 409 {
    if (command.do === 'order') return this.#order();
    if (command.do === 'archive') return this.#archive();
    if (command.do === 'replay') return this.#replay(command.delivery);
    const index = command.endpoint;
    const endpoint = this.#endpoint(index);
    if (command.do === 'answer') {
      endpoint.answer = command.status;
      return 'accepted';
    }
    if (command.do === 'fault') {
      this.#faults.push({ kind: command.kind, endpoint: index });
      return 'accepted';
    }
    if (endpoint.deleted) return 404;
    switch (command.do) {
      case 'pause':
        if (endpoint.paused) return 409;
        endpoint.paused = true;
        this.#stopResumption(index);
        for (const [id, delivery] of this.#of(index)) {
          if (!delivery.test && isPending(delivery)) this.#withoutAttempt(id, 'held');
        }
        return 'accepted';
      case 'resume': {
        if (!endpoint.paused) return 409;
        endpoint.paused = false;
        const upTo = this.deliveries.length - 1;
        const kind = command.discard ? 'discard' : 'release';
        this.#jobs.push({ kind, of: index, dueAt: this.now, upTo });
        return 'accepted';
      }
      case 'delete':
        this.#delete(index);
        return 'accepted';
      case 'roll': {
        const overlaps = endpoint.previous !== undefined && endpoint.previous.until > this.now;
        if (overlaps && !command.force) return 409;
        const until = this.now + command.overlapSeconds * 1000;
        endpoint.previous = { secret: endpoint.secret, until };
        endpoint.secret += 1;
        return 'accepted';
      }
      case 'move':
        endpoint.url = command.url;
        return 'accepted';
      case 'limit':
        endpoint.maxAttempts = command.maxAttempts;
        return 'accepted';
      case 'test':
        this.#deliver(index, TEST);
        return 'accepted';
      case 'recover':
        if (endpoint.paused) return 409;
        if (command.include !== 'missing' && this.#of(index).some(([, each]) => isLost(each))) {
          this.#jobs.push({ kind: 'recover', of: index, dueAt: this.now, upTo: this.now });
        }
        if (command.include !== 'failed' && this.#missingAt(index, this.now).length > 0) {
          this.#jobs.push({ kind: 'missing', of: index, dueAt: this.now, upTo: this.now });
        }
        return 'accepted';
      case 'subscribe':
        endpoint.subscribed = command.to;
        return 'accepted';
    }
  }

  /** Moves the clock. @returns The requests to the receivers, and the result of the command that is sent in between. */
  advance({ minutes, incident, meanwhile }: Advance): {
    readonly received: readonly Received[];
    readonly answered: ReturnType<Oracle['change']> | undefined;
  } {
    const until = this.now + minutes * MINUTE;
    const received: Received[] = [];
    let answered: ReturnType<Oracle['change']> | undefined;
    let starts = 0;
    let others = 0;
    let dead = false;
    for (let job = this.#next(until); job && !dead; job = this.#next(until)) {
      this.now = Math.max(this.now, job.dueAt);
      if (job.kind !== 'attempt' && job.kind !== 'replay') {
        others += 1;
        const happens = incident?.step === 'other' && incident.count === others;
        dead = happens && incident.process === 'dies';
        job.stuck = dead && incident?.write === 'lost';
        if (job.stuck) continue;
        this.#done(job);
        this.#runOther(job);
        continue;
      }
      const plan = this.#plan(job);
      if (!plan) continue;
      starts += 1;
      const happens = incident?.count === starts ? incident : undefined;
      const disturbs = (step: Incident['step'], write: Incident['write']): boolean =>
        happens?.step === step && happens.write === write;
      if (happens?.step === 'start') {
        dead = happens.process === 'dies';
        job.stuck = dead;
      }
      // A live process retries each step when the database is back. It interrupts an attempt that it recorded unknowingly.
      if (disturbs('start', 'lost') && dead) continue;
      const attempts = this.#start(job, plan);
      if (disturbs('start', 'unanswered')) continue;
      const delivery = this.#delivery(job.of);
      const { endpoint: to } = delivery;
      // A fault adds copies with the number of the original.
      const number = delivery.attempts.length - attempts.length + 1;
      const answers = attempts.map((attempt, index) => {
        const { secret, previous } = plan;
        received.push({
          delivery: job.of,
          attempt: number,
          url: attempt.url,
          // Each copy is signed a second later than the one before.
          signedAt: Math.floor(attempt.startedAt / 1000) + index,
          secrets: previous === undefined ? [secret] : [secret, previous],
        });
        if (index === 0 && meanwhile?.attempt === starts) answered = this.change(meanwhile.command);
        return this.#endpoint(to).answer;
      });
      // A crash loses the received result.
      if (disturbs('end', 'lost') && happens?.process === 'dies') {
        job.stuck = true;
        dead = true;
        continue;
      }
      dead = happens?.step === 'end' && happens.process === 'dies';
      for (const [index, attempt] of attempts.entries()) {
        const answer = answers[index] ?? null;
        attempt.state = answer !== null && answer >= 200 && answer < 300 ? 'succeeded' : 'failed';
        attempt.responseStatus = answer;
      }
      this.#done(job);
      if (attempts[0]) this.#settle(job.of, attempts[0]);
    }
    this.now = Math.max(this.now, until);
    for (const job of this.#jobs) job.stuck = false;
    return { received, answered };
  }

  /** Creates an event, which is stored even if no endpoint subscribes to it. */
  #order(): 'accepted' {
    const event = this.#events.push(this.now) - 1;
    for (const [index, { deleted, subscribed }] of this.endpoints.entries()) {
      if (!deleted && subscribed) this.#deliver(index, event);
    }
    return 'accepted';
  }

  #archive(): 'accepted' | 409 {
    if (this.#archived) return 409;
    this.#archived = true;
    for (const [index, { deleted }] of this.endpoints.entries()) if (!deleted) this.#delete(index);
    return 'accepted';
  }

  #replay(id: number): 'accepted' | 404 | 409 {
    const delivery = this.deliveries[id];
    if (!delivery) return 404;
    const { status, replayOf } = delivery;
    if (status !== 'succeeded' && status !== 'failed') return 409;
    if (replayOf !== undefined || this.#stop(delivery, 'manual')) return 409;
    this.#scheduleReplay(id, status);
    return 'accepted';
  }

  /** The events up to a time that an endpoint subscribes to and has no delivery of, in any state. */
  #missingAt(index: number, upTo: number): readonly number[] {
    if (!this.#endpoint(index).subscribed) return [];
    const sent = this.#of(index).map(([, { event }]) => event);
    return [...this.#events.keys()].filter(
      (event) => Number(this.#events[event]) <= upTo && !sent.includes(event),
    );
  }

  #deliver(endpoint: number, event: number): void {
    const test = event === TEST;
    const { paused } = this.#endpoint(endpoint);
    // A new delivery waits behind the ones being released.
    const releasing = this.#jobs.some(({ kind, of }) => kind === 'release' && of === endpoint);
    const held = !test && (paused || releasing);
    this.deliveries.push({
      endpoint,
      event,
      test,
      createdAt: this.now,
      status: held ? 'held' : 'scheduled',
      nextAttemptAt: held ? null : this.now,
      succeededAt: null,
      replayOf: undefined,
      attempts: [],
    });
    if (held) return;
    this.#jobs.push({ kind: 'attempt', of: this.deliveries.length - 1, dueAt: this.now });
  }

  #delete(index: number): void {
    this.#endpoint(index).deleted = true;
    for (const [id, delivery] of this.#of(index)) {
      if (isPending(delivery) || delivery.status === 'held') this.#withoutAttempt(id, 'canceled');
    }
  }

  #withoutAttempt(id: number, status: 'held' | 'canceled'): void {
    const delivery = this.#delivery(id);
    delivery.status = status;
    delivery.nextAttemptAt = null;
    this.#jobs = this.#jobs.filter((job) => !(job.kind === 'attempt' && job.of === id));
  }

  /** A pause ends a resumption in progress: it completes a discard at once, and drops a release. */
  #stopResumption(index: number): void {
    for (const job of this.#jobs.filter(({ of }) => of === index)) {
      if (job.kind === 'discard') this.#runOther(job);
      if (job.kind === 'discard' || job.kind === 'release') this.#done(job);
    }
  }

  #runOther({ kind, of, dueAt, upTo = 0 }: Job): void {
    const { paused, deleted } = this.#endpoint(of);
    if (kind === 'missing' && !paused && !deleted) {
      for (const event of this.#missingAt(of, upTo)) this.#deliver(of, event);
    }
    for (const [id, delivery] of this.#of(of)) {
      const { status, createdAt } = delivery;
      if (kind === 'discard' && status === 'held' && id <= upTo) delivery.status = 'canceled';
      if (kind === 'release' && status === 'held' && !paused && !deleted) {
        delivery.status = 'scheduled';
        delivery.nextAttemptAt = dueAt;
        this.#jobs.push({ kind: 'attempt', of: id, dueAt });
      }
      const isRecovered = kind === 'recover' && isLost(delivery) && createdAt <= upTo;
      if (isRecovered && !paused && !deleted) this.#scheduleReplay(id, 'failed');
    }
  }

  #scheduleReplay(id: number, status: 'succeeded' | 'failed'): void {
    const delivery = this.#delivery(id);
    delivery.replayOf = status;
    delivery.nextAttemptAt = this.now;
    this.#jobs.push({ kind: 'replay', of: id, dueAt: this.now });
  }

  /** Why a delivery gets no attempt now. Every kind of attempt checks this. A test ignores a pause. */
  #stop(
    { endpoint, test }: Delivery,
    trigger: Attempt['trigger'],
  ): 'canceled' | 'held' | undefined {
    const { deleted, paused } = this.#endpoint(endpoint);
    if (deleted) return 'canceled';
    return paused && !(test && trigger === 'test') ? 'held' : undefined;
  }

  /** Decides what a due attempt sends. `undefined` if there is no attempt. */
  #plan(job: Job): Plan | undefined {
    const delivery = this.#delivery(job.of);
    const again = delivery.status === 'delivering';
    const trigger = job.kind === 'replay' ? 'manual' : delivery.test ? 'test' : 'scheduled';
    const own = delivery.attempts.filter((attempt) => attempt.trigger !== 'fault');
    const last = own.at(-1);
    const unfinished = own
      .slice(-3)
      .filter(({ state }) => state === 'started' || state === 'interrupted');
    if (again && last && unfinished.length === 3) {
      this.#done(job);
      this.#interrupt(delivery);
      last.state = 'failed';
      this.#settle(job.of, last);
      return undefined;
    }
    const stop = this.#stop(delivery, trigger);
    if (stop) {
      this.#done(job);
      this.#interrupt(delivery);
      // A replay is dropped, and the delivery gets its former status.
      delivery.status = delivery.replayOf ?? stop;
      delivery.replayOf = undefined;
      delivery.nextAttemptAt = null;
      return undefined;
    }
    const fault = job.delayed ? 'delay' : this.#faultOf(delivery.endpoint, again);
    if (fault === 'delay' && !job.delayed) {
      this.#takeFault(delivery.endpoint, fault);
      job.delayed = true;
      job.dueAt = this.now + MINUTE;
      delivery.nextAttemptAt = job.dueAt;
      return undefined;
    }
    const { secret, previous } = this.#endpoint(delivery.endpoint);
    const overlaps = previous !== undefined && previous.until > this.now;
    return { trigger, fault, secret, previous: overlaps ? previous.secret : undefined };
  }

  /** The first fault of an endpoint. An attempt that repeats an interrupted one is not delayed. */
  #faultOf(endpoint: number, again: boolean): FaultKind | null {
    const fault = this.#faults.find(
      (each) => each.endpoint === endpoint && !(again && each.kind === 'delay'),
    );
    return fault?.kind ?? null;
  }

  #takeFault(endpoint: number, kind: FaultKind): void {
    const index = this.#faults.findIndex(
      (fault) => fault.endpoint === endpoint && fault.kind === kind,
    );
    this.#faults.splice(index, 1);
  }

  #start(job: Job, { trigger, fault }: Plan): readonly Attempt[] {
    const delivery = this.#delivery(job.of);
    if (fault === 'duplicate') this.#takeFault(delivery.endpoint, fault);
    this.#interrupt(delivery);
    const { url } = this.#endpoint(delivery.endpoint);
    const triggers = fault === 'duplicate' ? [trigger, 'fault' as const] : [trigger];
    const attempts = triggers.map((each): Attempt => {
      const startedAt = this.now;
      return { trigger: each, url, startedAt, fault, state: 'started', responseStatus: null };
    });
    delivery.attempts.push(...attempts);
    delivery.status = 'delivering';
    delivery.nextAttemptAt = null;
    return attempts;
  }

  /** Marks the attempts in flight as interrupted: their process is gone. */
  #interrupt({ attempts }: Delivery): void {
    for (const attempt of attempts) if (attempt.state === 'started') attempt.state = 'interrupted';
  }

  /** Updates a delivery after the end of an attempt. */
  #settle(id: number, { state, trigger }: Attempt): void {
    const delivery = this.#delivery(id);
    const { replayOf, attempts } = delivery;
    delivery.replayOf = undefined;
    if (state === 'succeeded') {
      delivery.status = 'succeeded';
      if (replayOf !== 'succeeded') delivery.succeededAt = this.now;
      return;
    }
    const counted = attempts.filter(
      (attempt) => attempt.trigger !== 'fault' && attempt.state !== 'interrupted',
    ).length;
    const { maxAttempts } = this.#endpoint(delivery.endpoint);
    if (replayOf === 'succeeded') delivery.status = 'succeeded';
    else if (trigger !== 'scheduled' || counted >= maxAttempts) delivery.status = 'failed';
    else delivery.status = this.#stop(delivery, trigger) ?? 'retrying';
    if (delivery.status !== 'retrying') return;
    // After 1, 2, 4 and 8 minutes.
    const dueAt = this.now + MINUTE * 2 ** (counted - 1);
    delivery.nextAttemptAt = dueAt;
    this.#jobs.push({ kind: 'attempt', of: id, dueAt });
  }

  /** The first job that is due, by time and then by age. */
  #next(until: number): Job | undefined {
    const due = this.#jobs.filter(
      ({ dueAt, stuck }) => !stuck && dueAt <= Math.max(until, this.now),
    );
    return due.sort((one, other) => one.dueAt - other.dueAt)[0];
  }

  #done(job: Job): void {
    this.#jobs = this.#jobs.filter((other) => other !== job);
  }

  #of(endpoint: number): readonly (readonly [number, Delivery])[] {
    return [...this.deliveries.entries()].filter(([, delivery]) => delivery.endpoint === endpoint);
  }

  #delivery(id: number): Delivery {
    const delivery = this.deliveries[id];
    if (!delivery) throw new Error(`There is no delivery ${id}.`);
    return delivery;
  }

  #endpoint(index: number): Endpoint {
    const endpoint = this.endpoints[index];
    if (!endpoint) throw new Error(`There is no endpoint ${index}.`);
    return endpoint;
  }
}

interface Plan {
  readonly trigger: Attempt['trigger'];
  readonly fault: FaultKind | null;
  readonly secret: number;
  readonly previous: number | undefined;
}

function isLost({ status, replayOf }: Delivery): boolean {
  return status === 'failed' && replayOf === undefined;
}

function isPending({ status }: Delivery): boolean {
  return status === 'scheduled' || status === 'retrying';
}
