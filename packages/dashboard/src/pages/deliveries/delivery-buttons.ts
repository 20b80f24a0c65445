import { formatDuration } from '../../clock/local-time.js';
import type { ClockReading } from '../../clock/waits.js';
import { refusalFor } from '../../resource/refusal.js';
import type { Look } from '../../ui/button.js';
import type { Delivery } from './delivery.js';

type Known = Pick<Delivery, 'status' | 'nextAttemptAt'> & { readonly paused: boolean };

interface ButtonState {
  readonly look: Look;
  readonly refusal?: string | undefined;
}

/** The buttons that send a delivery. At most one is primary, and it can be pressed. */
interface DeliveryButtons {
  readonly deliverNow: ButtonState;
  readonly replay: ButtonState;
  readonly needsResume: boolean;
}

const off = (refusal: string | undefined): ButtonState => ({ look: 'quiet', refusal });

export function buttonsOf(delivery: Known, clock: ClockReading): DeliveryButtons {
  const { status, nextAttemptAt, paused } = delivery;
  const forbidden = refusalFor('replayWebhookDelivery', delivery);
  if (nextAttemptAt !== null && !isReplay(delivery)) {
    const subject = status === 'retrying' ? 'It will be retried' : 'It will be attempted';
    const replay = off(
      `${subject} automatically ${whenDue(nextAttemptAt, clock)}. Use Deliver now to skip the wait.`,
    );
    return { deliverNow: { look: 'primary' }, replay, needsResume: false };
  }
  const needsResume = status === 'held' || (paused && forbidden === undefined);
  const refusal = needsResume
    ? 'The endpoint is paused. Resume it first.'
    : status === 'delivering'
      ? 'An attempt is in progress.'
      : forbidden;
  const canReplay = refusal === undefined;
  return {
    deliverNow: off(canReplay ? 'No attempt is due. Use Replay to make one.' : refusal),
    replay: canReplay ? { look: status === 'failed' ? 'primary' : 'plain' } : off(refusal),
    needsResume,
  };
}

/** Whether the due attempt is a replay: replays are due only in a status that allows a replay. */
function isReplay(delivery: Known): boolean {
  return refusalFor('replayWebhookDelivery', { ...delivery, nextAttemptAt: null }) === undefined;
}

function whenDue(at: string, { now, frozen }: ClockReading): string {
  if (frozen) return 'when the clock moves';
  const left = Date.parse(at) - now;
  return left > 0 ? `in ${formatDuration(left)}` : 'now';
}
