import { formatDuration } from '../../clock/local-time.js';
import type { ClockReading } from '../../clock/waits.js';
import { whyNot } from '../../resource/why-not.js';
import type { Look } from '../../ui/button.js';
import type { Delivery } from './delivery.js';

type Known = Pick<Delivery, 'status' | 'nextAttemptAt'> & {
  /** Whether its endpoint is paused. */
  readonly paused: boolean;
};

interface ButtonState {
  readonly look: Look;
  /** Why it cannot be pressed now. */
  readonly refusal?: string | undefined;
}

/** The buttons that send a delivery. A primary one can be pressed, and no other is primary. */
interface DeliveryButtons {
  readonly deliverNow: ButtonState;
  readonly replay: ButtonState;
  /** Whether its endpoint must be resumed first. */
  readonly needsResume: boolean;
}

const off = (refusal: string | undefined): ButtonState => ({ look: 'quiet', refusal });

/** Tells which button a delivery needs, and why the others do nothing. */
export function buttonsOf(delivery: Known, clock: ClockReading): DeliveryButtons {
  const { status, nextAttemptAt, paused } = delivery;
  const forbidden = whyNot('replayWebhookDelivery', delivery);
  if (nextAttemptAt !== null && !isReplay(delivery)) {
    const subject = status === 'retrying' ? 'It is retried' : 'It is attempted';
    const replay = off(
      `${subject} by itself ${whenDue(nextAttemptAt, clock)}. Deliver now does not wait.`,
    );
    return { deliverNow: { look: 'primary' }, replay, needsResume: false };
  }
  const needsResume = status === 'held' || (paused && forbidden === undefined);
  const refusal = needsResume
    ? 'Its endpoint is paused. Resume it first.'
    : status === 'delivering'
      ? 'An attempt is being made.'
      : forbidden;
  const canReplay = refusal === undefined;
  return {
    deliverNow: off(canReplay ? 'No attempt is due. Replay makes one.' : refusal),
    replay: canReplay ? { look: status === 'failed' ? 'primary' : 'plain' } : off(refusal),
    needsResume,
  };
}

/** Whether the attempt that is due is a replay: that is due only in a status that allows one. */
function isReplay(delivery: Known): boolean {
  return whyNot('replayWebhookDelivery', { ...delivery, nextAttemptAt: null }) === undefined;
}

function whenDue(at: string, { now, frozen }: ClockReading): string {
  if (frozen) return 'when the clock moves';
  const left = Date.parse(at) - now;
  return left > 0 ? `in ${formatDuration(left)}` : 'now';
}
