import type { Terminal } from 'screening-webhooks-terminal';
import { z } from 'zod';
import { WebhookDelivery } from '../../service/capabilities/webhooks/index.js';
import { type DeliveryWithAttempts, resultLine } from '../output/show-attempt.js';
import { type Clock, type Connection, readClock } from './connect.js';
import { type Delivery, openDeliveryChanges, readDelivery } from './delivery-changes.js';
import { pause } from './pause.js';

/** The objects that a trigger has made: events with their deliveries, or orders that each lead to one event. */
type Made =
  | { readonly events: readonly { readonly deliveryIds: readonly string[] }[] }
  | { readonly verificationIds: readonly string[] };

interface Waiting {
  readonly connection: Connection;
  readonly terminal: Terminal;
  readonly json: boolean;
  /** Waits for the `first attempt` of each delivery, at most three seconds, or for the `end` of each delivery, without a limit. */
  readonly until: 'first attempt' | 'end';
  /** The kind of fault of the command line. */
  readonly fault: string | undefined;
}

const PATIENCE_MS = 3000;
const LOOK_AGAIN_MS = 200;
const PATH = '/v1/webhook-deliveries';
const Verification = z.object({ status: z.string() });

/** How a delivery has ended. `removed` means by a reset, and `undefined` that the delivery has not ended. */
export type End = Delivery['status'] | 'removed' | undefined;

/**
 * Follows the deliveries of a trigger. Call it before the trigger, so that no change is missed.
 *
 * @returns `wait`, which prints how each attempt ends, and while nothing happens, why. It resolves with the ends.
 */
export async function followDeliveries(waiting: Waiting) {
  const { connection, terminal, json, until, fault } = waiting;
  const { api, list, control } = connection;
  const isBounded = until === 'first attempt';
  const givenUp = new AbortController();
  const stop = AbortSignal.any([terminal.signal, givenUp.signal]);
  let patience: ReturnType<typeof setTimeout> | undefined;
  const beginPatience = (): void => {
    clearTimeout(patience);
    if (isBounded) patience = setTimeout(() => givenUp.abort(), PATIENCE_MS);
  };
  const show = json ? terminal.err : terminal.out;
  const tell = (sentence: string): void => terminal.err(`${sentence}\n`);

  beginPatience();
  const changes = await openDeliveryChanges(connection, stop);
  /** The deliveries that the command waits for, each with the number of its last attempt that was shown. */
  const pending = new Map<string, number>();
  const ends = new Map<string, End>();
  const told = new Map<string, string>();

  /** Shows the attempts of a delivery that have ended since the last look. */
  async function look(id: string): Promise<DeliveryWithAttempts | undefined> {
    const delivery = await readDelivery(connection, id);
    const ended = delivery?.attempts.filter(({ state }) => state !== 'started') ?? [];
    const shown = pending.get(id) ?? 0;
    for (const attempt of ended.filter(({ number }) => number > shown)) {
      if (delivery) show(resultLine(delivery, attempt, json ? { colors: false } : terminal));
      pending.set(id, attempt.number);
    }
    if (!delivery || isEnd(delivery.status)) {
      ends.set(id, delivery?.status ?? 'removed');
      pending.delete(id);
    }
    return delivery;
  }

  /** Says why each delivery that has not ended waits, unless that was said before. */
  async function explain(): Promise<void> {
    const clock = await readClock(control);
    for (const id of [...pending.keys()]) {
      const delivery = await look(id);
      if (!delivery || isEnd(delivery.status)) continue;
      const sentence = describeWait(delivery, clock, fault);
      if (told.get(id) !== sentence) tell(sentence);
      told.set(id, sentence);
    }
  }

  /** Finds the deliveries of an order once its verification has ended. Resolves with `undefined` if that takes too long. */
  async function findDeliveries(subjectId: string): Promise<readonly string[] | undefined> {
    for (let looks = 1; ; looks += 1) {
      const path = `/v1/document-verifications/${subjectId}`;
      const { status } = await api(Verification, 'GET', path);
      if (status !== 'PROCESSING' && status !== 'PENDING') {
        return (await list(WebhookDelivery, PATH, { subjectId })).map(({ id }) => id);
      }
      const isLast = isBounded ? givenUp.signal.aborted : looks === PATIENCE_MS / LOOK_AGAIN_MS;
      if (isLast) tell(`${subjectId} is ${status}. Its event comes when it has ended.`);
      if (stop.aborted) return undefined;
      await pause(LOOK_AGAIN_MS, stop);
    }
  }

  /** Waits for the next change of a delivery. Resolves with `undefined` if none will come. */
  async function nextChange(coming: Promise<Delivery | undefined>) {
    if (isBounded) return coming;
    const over = new AbortController();
    const nothing = pause(PATIENCE_MS, over.signal).then(() => 'nothing' as const);
    return Promise.race([coming, nothing]).finally(() => over.abort());
  }

  return {
    async wait(made: Made): Promise<readonly End[]> {
      beginPatience();
      const found: (string | undefined)[] = [];
      if ('events' in made) found.push(...made.events.flatMap(({ deliveryIds }) => deliveryIds));
      else {
        for (const each of made.verificationIds) {
          found.push(...((await findDeliveries(each)) ?? [undefined]));
        }
      }
      for (const id of found) if (id !== undefined) pending.set(id, 0);
      let coming = changes.next();
      while ([...pending.values()].some((shown) => shown === 0 || !isBounded)) {
        const change = await nextChange(coming);
        if (change === undefined) break;
        if (change === 'nothing') {
          await explain();
          continue;
        }
        coming = changes.next();
        if (pending.has(change.id)) await look(change.id);
        // The service makes no attempt of a held delivery.
        if (isBounded && change.status === 'held') break;
      }
      if (isBounded && !terminal.signal.aborted) await explain();
      return found.map((id) => (id === undefined ? undefined : ends.get(id)));
    },
    close(): void {
      clearTimeout(patience);
      changes.close();
    },
  };
}

function isEnd(status: Delivery['status']): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'canceled';
}

/** Says why a delivery that has not ended waits. @param asked The kind of fault of the command line. */
function describeWait(
  { id, status, endpointId, attempts, nextAttemptAt }: DeliveryWithAttempts,
  { mode, now }: z.output<typeof Clock>,
  asked: string | undefined,
): string {
  if (status === 'held') {
    return `${id} is held, because its endpoint is paused. To release it: screening-sandbox endpoints resume ${endpointId}`;
  }
  const last = attempts.at(-1);
  if (status === 'delivering') {
    const fault = last?.fault == null ? '' : ` The attempt has the fault ${last.fault}.`;
    return `${id}: the receiver has not answered yet.${fault}`;
  }
  const dueAt = nextAttemptAt ?? now;
  const isLater = Date.parse(dueAt) > Date.parse(now);
  const which = last ? 'next' : 'first';
  const due = `${id}: its ${which} attempt is due ${isLater ? `at ${dueAt}` : 'now'}.`;
  const putOff = asked !== undefined && !last && isLater ? ` The fault ${asked} puts it off.` : '';
  if (mode === 'real') return due + putOff;
  const move = isLater ? `to ${dueAt}` : 'settle';
  return `${due}${putOff} The clock is frozen. To make it: screening-sandbox clock ${move}`;
}
