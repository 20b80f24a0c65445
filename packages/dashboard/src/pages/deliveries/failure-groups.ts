import type { Answer, Item } from '../../api/operations.js';

export type FailureGroup = Answer<'getWebhookDeliveryFailures'>['failures'][number];
type Delivery = Item<'listWebhookDeliveries'>;

const inGroups = (count: number): string => count.toLocaleString('en-US');

export function countWords({ deliveries, complete }: FailureGroup): string {
  const count = `${inGroups(deliveries)} ${deliveries === 1 ? 'delivery' : 'deliveries'}`;
  return complete ? count : `at least ${count}`;
}

/** The numbers of permanently failed and retried deliveries of a group. Empty if both are 0. */
export function stateWords({ failed, retrying }: FailureGroup): string {
  const parts = [
    failed > 0 ? `${inGroups(failed)} failed permanently` : '',
    retrying > 0 ? `${inGroups(retrying)} ${retrying === 1 ? 'is' : 'are'} being retried` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

export const replayLabel = (failed: number): string =>
  failed === 1 ? 'Replay it' : `Replay these ${inGroups(failed)}`;

/** The result of a replay. `not_made`: the endpoint was paused or deleted before the attempt. */
type ReplayEnd = 'arrived' | 'failed' | 'not_made';

/**
 * The result of a replay, from the current state of its delivery. `undefined` if the replay has not ended.
 *
 * @param attempts The number of attempts when the replay became due.
 */
export function replayEnd(
  {
    status,
    nextAttemptAt,
    attemptCount,
  }: Pick<Delivery, 'status' | 'nextAttemptAt' | 'attemptCount'>,
  attempts: number,
): ReplayEnd | undefined {
  if (nextAttemptAt !== null || status === 'delivering') return undefined;
  if (status === 'succeeded') return 'arrived';
  return attemptCount > attempts ? 'failed' : 'not_made';
}

export type GroupReplay =
  /** `others`: the number of deliveries that are replayed after it. */
  | { readonly end: 'arrived'; readonly first: string; readonly others: number }
  /** `cause`: in words. */
  | { readonly end: 'failed'; readonly first: string; readonly cause: string }
  | { readonly end: 'not_made' | 'open'; readonly first: string }
  | { readonly end: 'none_left' };

/**
 * The result of the replay of a group, in words.
 *
 * @param failed The number of deliveries that had failed permanently.
 * @param frozen Whether no attempt is made until somebody moves the clock.
 */
export function replayWords(replay: GroupReplay, failed: number, frozen: boolean): string {
  if (replay.end === 'none_left') return 'None is left to replay.';
  const first = failed === 1 ? 'It' : 'The first one';
  const rest = failed === 1 ? '' : ' The rest was not sent.';
  if (replay.end === 'arrived') return `${first} arrived.${othersWords(replay.others, frozen)}`;
  if (replay.end === 'failed') return `${first} failed again: ${replay.cause}.${rest}`;
  if (replay.end === 'not_made') {
    return `${first} was not sent: the endpoint was paused or deleted.${rest}`;
  }
  const why = frozen ? ': the clock is frozen' : '';
  return `${first} has not ended yet${why}.${rest}`;
}

function othersWords(others: number, frozen: boolean): string {
  if (others === 0) return '';
  const count = others === 1 ? 'other one' : `other ${inGroups(others)}`;
  if (frozen) return ` The ${count} will be sent when the clock moves.`;
  return ` The ${count} ${others === 1 ? 'is' : 'are'} being replayed.`;
}
