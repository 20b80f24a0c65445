import { ignoreErrors } from '../async/maybe-promise.js';
import type { Claim, DedupeStore } from '../dedupe/dedupe-store.js';
import { createOwnerToken } from '../dedupe/held-claim.js';
import { checkMilliseconds } from '../options/check-options.js';
import { within } from './within.js';

/** Options of an inbox on a hosted queue. */
export interface QueueSenderOptions {
  /**
   * Milliseconds after which an id is free again when its send does not return. Default 30,000: less than the service waits
   * before its first retry.
   */
  readonly lease?: number | undefined;
  /** Milliseconds that the id of a stored event is remembered. Default 7 days. */
  readonly retention?: number | undefined;
  /**
   * Milliseconds after which a send without an answer rejects, all attempts of a client included. Also the longest wait for
   * another delivery of the event that is being stored. Default 5,000. It must be shorter than the receiver's `ackTimeout`.
   */
  readonly timeout?: number | undefined;
}

/**
 * Sends the message of an event, unless an earlier delivery has. Rejects when the event is not safe: the delivery is then
 * answered 503, and the service retries.
 *
 * @param key The event's key.
 * @param send Resolves when the queue has the message. Its signal aborts after the timeout.
 */
export type QueueSender = (
  key: string,
  send: (signal: AbortSignal) => Promise<unknown>,
) => Promise<'stored' | 'duplicate'>;

/**
 * For inboxes on hosted queues: claims an event, sends its message, then commits the claim.
 *
 * @param who Names the queue in the error of a send without an answer.
 * @throws TypeError for a malformed option.
 */
export function createQueueSender(
  store: DedupeStore,
  who: string,
  options: QueueSenderOptions,
): QueueSender {
  const lease = checkMilliseconds('lease', options.lease, 30_000);
  const timeout = checkMilliseconds('timeout', options.timeout, 5000);
  const retention = checkMilliseconds('retention', options.retention, 604_800_000, {
    most: Number.MAX_SAFE_INTEGER,
  });

  /** Another delivery that is storing the event ends soon, and then says whether it is stored. */
  async function claimOrWait(key: string, owner: string): Promise<Claim> {
    const end = performance.now() + timeout;
    for (let pause = 20; ; pause = Math.min(2 * pause, 500)) {
      const claim = await store.claim(key, owner, lease);
      if (typeof claim === 'string' || performance.now() + pause > end) return claim;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  return async (key, send) => {
    // The event is processed under its key, so this is another one. In the keys of receivers a percent sign is always part of
    // an escape, so none begins like this.
    const claimKey = `%accepted:${key}`;
    const owner = createOwnerToken();
    const claim = await claimOrWait(claimKey, owner);
    if (claim === 'done') return 'duplicate';
    // The event is not in the queue yet, so it is not a duplicate.
    if (claim !== 'acquired') throw new Error('Another delivery of this event is being stored.');
    const controller = new AbortController();
    try {
      await within(send(controller.signal), timeout, who, () => controller.abort());
    } catch (error) {
      // A claim that is not released ends with its lease.
      await ignoreErrors(() => store.release(claimKey, owner));
      throw error;
    }
    // The event is stored even if the commit fails. Then the next delivery sends a second message.
    await ignoreErrors(() => store.commit(claimKey, owner, retention));
    return 'stored';
  };
}
