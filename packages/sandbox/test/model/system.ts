import { createHmac } from 'node:crypto';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { OpenDatabase } from '../../src/service/db/connect.js';
import { jobs, webhookAttempts, webhookEndpoints } from '../../src/service/db/schema/index.js';
import type { Sql, Transact } from '../../src/service/db/sql.js';
import { JobError } from '../../src/service/engine/job-failures.js';
import { openTestDatabase } from '../support/open-test-database.js';
import { startTestService, type TestService } from '../support/service.js';
import type { Advance, Change, Incident, Received } from './oracle.js';

type Json = Readonly<Record<string, unknown>>;

const START = '2026-01-01T00:00:00.000Z';

/** An endpoint from the view of its receiver. */
interface Receiver {
  readonly id: string;
  /** Oldest first. */
  readonly secrets: string[];
  readonly urls: string[];
  answer: number | null;
}

/** A move of the clock in progress. */
interface Move extends Pick<Advance, 'incident' | 'meanwhile'> {
  /** The attempts so far. */
  attempts: number;
  /** The other jobs so far. */
  others: number;
  /** Whether an attempt has been recorded that has not ended. */
  inFlight: boolean;
  /** Whether the receiver's own command is running. */
  inHandler: boolean;
  happened: boolean;
  /** The number of transactions that the database still refuses. */
  refused: number;
  answered: number | undefined;
  /** Settles when the crashed process has closed. */
  closing: Promise<void> | undefined;
}

/** A database that does not answer. */
class Unreachable extends Error {
  readonly code = 'ECONNRESET';
}

/** The service under test. Its process can crash, and its database can fail briefly. */
export class System {
  readonly #database: OpenDatabase;
  #service: TestService | undefined;
  #integrationId = '';
  #receivers: Receiver[] = [];
  #deliveryIds: readonly string[] = [];
  #bodies = new Map<string, string>();
  #received: (Omit<Received, 'delivery'> & { readonly id: string })[] = [];
  #move: Move | undefined;
  #errors: unknown[] = [];

  private constructor(database: OpenDatabase) {
    this.#database = database;
  }

  static async open(): Promise<System> {
    const system = new System(await openTestDatabase());
    await system.#start({ mode: 'frozen', at: START });
    return system;
  }

  async close(): Promise<void> {
    await this.#running.close();
    await this.#database.close();
  }

  /** Resets the service to an integration with two endpoints, and no deliveries. */
  async reset(): Promise<{ readonly now: number; readonly urls: readonly string[] }> {
    const { control, call } = this.#running;
    await control('/reset', {});
    const { body } = await call('POST', '/v1/integrations', { name: 'Model' });
    this.#integrationId = String(body['id']);
    this.#receivers = [];
    for (const url of ['http://localhost/first', 'http://localhost/second']) {
      const made = { url, integrationId: this.#integrationId };
      const { id, secret } = (await call('POST', '/v1/webhook-endpoints', made)).body;
      this.#receivers.push({ id: String(id), secrets: [String(secret)], urls: [url], answer: 200 });
    }
    await this.#database.sql
      .update(webhookEndpoints)
      .set({ inProcess: true })
      .where(eq(webhookEndpoints.integrationId, this.#integrationId));
    this.#bodies.clear();
    this.#deliveryIds = [];
    this.#errors = [];
    return { now: await this.now(), urls: this.#receivers.flatMap(({ urls }) => urls) };
  }

  async now(): Promise<number> {
    const { body } = await this.#running.control('/clock');
    return Date.parse(String(body['now']));
  }

  /** Sends a command. @returns The status of the answer. */
  async change(command: Change): Promise<number> {
    const { call, control } = this.#running;
    const post = async (path: string, body?: object) => (await call('POST', path, body)).status;
    const integrationId = this.#integrationId;
    const eventType = 'document_verification.completed';
    switch (command.do) {
      case 'order':
        return (await control('/trigger', { type: eventType, integrationId })).status;
      case 'archive':
        return (await call('DELETE', `/v1/integrations/${integrationId}`)).status;
      case 'replay': {
        const id = this.#deliveryIds[command.delivery] ?? 'dlv_none';
        return post(`/v1/webhook-deliveries/${id}/replay`);
      }
    }
    const receiver = this.#receivers[command.endpoint];
    if (!receiver) throw new Error(`There is no endpoint ${command.endpoint}.`);
    const endpoint = `/v1/webhook-endpoints/${receiver.id}`;
    switch (command.do) {
      case 'answer':
        receiver.answer = command.status;
        return 200;
      case 'fault': {
        const match = { endpointId: receiver.id };
        return (await control('/faults', { kind: command.kind, match })).status;
      }
      case 'pause':
        return post(`${endpoint}/pause`);
      case 'resume':
        return post(`${endpoint}/resume`, { discard: command.discard });
      case 'recover':
        return post(`${endpoint}/recover`, { since: START, include: command.include });
      case 'subscribe': {
        const eventTypes = [command.to ? eventType : 'document_verification.failed'];
        return (await call('PATCH', endpoint, { eventTypes })).status;
      }
      case 'test':
        return post(`${endpoint}/test`, { eventType });
      case 'delete':
        return (await call('DELETE', endpoint)).status;
      case 'move':
        receiver.urls.push(command.url);
        return (await call('PATCH', endpoint, { url: command.url })).status;
      case 'limit': {
        const retryPolicy = { maxAttempts: command.maxAttempts };
        return (await call('PATCH', endpoint, { retryPolicy })).status;
      }
      case 'roll': {
        const { overlapSeconds, force } = command;
        const sent = { overlapSeconds, force };
        const { status, body } = await call('POST', `${endpoint}/roll-secret`, sent);
        if (status === 200) receiver.secrets.push(String(body['secret']));
        return status;
      }
    }
  }

  /** Moves the clock. @returns The requests to the receivers, and the status of the command that was sent in between. */
  async advance({ minutes, incident, meanwhile }: Advance): Promise<{
    readonly received: readonly Received[];
    readonly answered: number | undefined;
  }> {
    const move: Move = {
      incident,
      meanwhile,
      attempts: 0,
      others: 0,
      inFlight: false,
      inHandler: false,
      happened: false,
      refused: 0,
      answered: undefined,
      closing: undefined,
    };
    this.#move = move;
    this.#received = [];
    const body = minutes === 0 ? { settle: true } : { advance: `${minutes}m` };
    const { status, text } = await this.#running.control('/clock', body);
    this.#move = undefined;
    if (status !== 200 && !move.happened) throw new Error(text);
    if (move.closing !== undefined) {
      await move.closing;
      await this.#start({ mode: 'frozen' });
    }
    if (this.#errors.length > 0) throw this.#errors[0];
    await this.#list();
    const received = this.#received.map(({ id, ...rest }) => {
      return { delivery: this.#deliveryIds.indexOf(id), ...rest };
    });
    return { received, answered: move.answered };
  }

  /** The listed deliveries, oldest first, in the terms of the oracle. */
  async deliveries(): Promise<readonly Json[]> {
    const events = await this.#running.list('/v1/events?test=false&limit=100');
    return (await this.#list()).map((shown) => ({
      endpoint: this.#receivers.findIndex(({ id }) => id === shown['endpointId']),
      event: events.findIndex(({ id }) => id === shown['eventId']),
      test: shown['test'],
      createdAt: timeOf(shown['createdAt']),
      status: shown['status'],
      nextAttemptAt: timeOf(shown['nextAttemptAt']),
      succeededAt: timeOf(shown['succeededAt']),
      attemptCount: shown['attemptCount'],
    }));
  }

  /** The attempts of a delivery, in the terms of the oracle. */
  async attempts(delivery: number): Promise<readonly Json[]> {
    const path = `/v1/webhook-deliveries/${this.#deliveryIds[delivery]}`;
    const { body } = await this.#running.call('GET', path);
    const attempts: readonly Json[] = Object(body['attempts']);
    return attempts.map(({ trigger, url, startedAt, fault, state, responseStatus }) => {
      return { trigger, url, startedAt: timeOf(startedAt), fault, state, responseStatus };
    });
  }

  async #list(): Promise<readonly Json[]> {
    const shown = await this.#running.list('/v1/webhook-deliveries?limit=100');
    this.#deliveryIds = shown.map(({ id }) => String(id));
    return shown;
  }

  get #running(): TestService {
    if (this.#service) return this.#service;
    throw new Error('The service has not started.');
  }

  async #start(clock: { readonly mode: 'frozen'; readonly at?: string }): Promise<void> {
    this.#service = await startTestService(
      { clock, signatureClock: 'virtual' },
      {
        openDatabase: async () => ({
          ...this.#database,
          transact: this.#disturbed(),
          close: async () => {},
        }),
        deliverTo: (request) => this.#receive(request),
        onError: (error) => {
          const cause = error instanceof JobError ? error.cause : error;
          if (!(cause instanceof Unreachable)) this.#errors.push(error);
        },
      },
    );
  }

  /** The unit of work of one process, disturbed by the incident of the current move. */
  #disturbed(): Transact {
    let dead = false;
    return async (first, body) => {
      if (dead) throw new Unreachable();
      const move = this.#move;
      // The receiver's own command belongs to no job.
      if (!move || move.inHandler) return this.#database.transact(first, body);
      if (move.refused > 0) {
        move.refused -= 1;
        throw new Unreachable();
      }
      let incident: Incident | undefined;
      const happen = (): never => {
        move.happened = true;
        // Also refuses the transaction that retries the jobs of a group one by one.
        move.refused = 1;
        if (incident?.process === 'dies') {
          dead = true;
          // The process takes no more jobs.
          move.closing ??= this.#running.close();
        }
        throw new Unreachable();
      };
      const result = await this.#database.transact(first, async (tx, row) => {
        const before = await seen(tx);
        const written = await body(tx, row);
        const after = await seen(tx);
        const isStart = after.attempts > before.attempts;
        const isOther = before.others.some((seq) => !after.others.includes(seq));
        const step = isStart ? 'start' : isOther ? 'other' : move.inFlight ? 'end' : undefined;
        if (isStart) move.attempts += 1;
        if (isOther) move.others += 1;
        const count = isOther ? move.others : move.attempts;
        const isHere = move.incident?.step === step && move.incident?.count === count;
        incident = isHere && !move.happened ? move.incident : undefined;
        if (incident?.write === 'lost') {
          // The step will be retried.
          if (isStart) move.attempts -= 1;
          if (isOther) move.others -= 1;
          happen();
        }
        move.inFlight = isStart;
        return written;
      });
      if (incident) {
        move.inFlight = false;
        happen();
      }
      return result;
    };
  }

  async #receive(request: Request): Promise<Response> {
    const { url, headers } = request;
    const receiver = this.#receivers.find(({ urls }) => urls.includes(url));
    if (!receiver) throw new Error(`Nobody listens at ${url}.`);
    const body = await request.text();
    const id = String(headers.get('service-delivery-id'));
    if ((this.#bodies.get(id) ?? body) !== body)
      this.#errors.push(new Error(`Another body: ${id}`));
    this.#bodies.set(id, body);
    const [t = '', ...signatures] = String(headers.get('service-signature')).split(',');
    const signedAt = Number(t.replace('t=', ''));
    this.#received.push({
      id,
      attempt: Number(headers.get('service-delivery-attempt')),
      url,
      signedAt,
      secrets: signatures.map((signature) => {
        const made = (secret: string) =>
          `v1=${createHmac('sha256', secret).update(`${signedAt}.${body}`).digest('hex')}`;
        return receiver.secrets.findIndex((secret) => made(secret) === signature) + 1;
      }),
    });
    await this.#sendMeanwhile();
    if (receiver.answer === null) throw new Error('The connection breaks.');
    return new Response(null, { status: receiver.answer });
  }

  /** Sends the command that is due while an attempt is in flight, once. */
  async #sendMeanwhile(): Promise<void> {
    const move = this.#move;
    const isNow = move?.meanwhile?.attempt === move?.attempts && move?.answered === undefined;
    if (!move?.meanwhile || !isNow) return;
    move.inHandler = true;
    move.answered = await this.change(move.meanwhile.command);
    move.inHandler = false;
  }
}

/** The state that identifies a step of a move: the number of attempts, and the leased jobs of other kinds. */
async function seen(tx: Sql): Promise<{ attempts: number; others: readonly number[] }> {
  const rows = await tx
    .select({ seq: jobs.seq })
    .from(jobs)
    .where(
      and(inArray(jobs.kind, ['resumption', 'discard', 'recovery']), isNotNull(jobs.leaseUntil)),
    );
  return { attempts: await tx.$count(webhookAttempts), others: rows.map(({ seq }) => seq) };
}

function timeOf(value: unknown): number | null {
  return typeof value === 'string' ? Date.parse(value) : null;
}
