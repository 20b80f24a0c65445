import { QueryObserver, type QueryObserverResult } from '@tanstack/react-query';
import { call, change } from '../../api/call.js';
import type { Answer } from '../../api/operations.js';
import { type ChangeKey, keyOfPart } from '../../api/presses.js';
import { queryClient } from '../../api/query-client.js';
import { operationQuery } from '../../api/use-operation.js';
import { causeNames } from '../../words/causes.js';
import { type FailureGroup, type GroupReplay, replayEnd } from './failure-groups.js';

/** An attempt takes at most 30 seconds, and may wait for others. */
const PATIENCE_MS = 60_000;

/**
 * Replays a delivery of a group that has failed permanently, and the others once it has arrived.
 *
 * @param onDue Called with the time at which the attempt is due, ISO 8601.
 * @throws ProblemError if a request is refused.
 */
export async function replayGroup(
  key: ChangeKey,
  { endpointId, cause: { code: cause }, oldestCreatedAt }: FailureGroup,
  onDue: (at: string) => void,
): Promise<GroupReplay> {
  const query = { endpointId, cause, status: 'failed', limit: 1 } as const;
  const [found] = (await call('listWebhookDeliveries', { query })).data;
  if (!found) return { end: 'none_left' };
  const { id: first } = found;
  // A replay that an earlier press did not wait for may still be due.
  const due =
    found.nextAttemptAt === null
      ? await change(keyOfPart(key, first), 'replayWebhookDelivery', { path: { id: first } })
      : found;
  if (due.nextAttemptAt !== null) onDue(due.nextAttemptAt);
  const delivery = await watchReplay(first, due.attemptCount);
  const end = delivery && replayEnd(delivery, due.attemptCount);
  if (end === undefined) return { end: 'open', first };
  if (end === 'failed') {
    return { end, first, cause: causeNames[delivery?.cause ?? cause] };
  }
  if (end === 'not_made') return { end, first };
  const { found: others } = await change(
    keyOfPart(key, oldestCreatedAt),
    'recoverWebhookDeliveries',
    { path: { id: endpointId }, body: { since: oldestCreatedAt, cause } },
  );
  return { end, first, others };
}

type Delivery = Answer<'getWebhookDelivery'>;

/** Resolves with the delivery once its replay has ended, or with its current state if that takes too long. */
function watchReplay(id: string, attempts: number): Promise<Delivery | undefined> {
  const observer = new QueryObserver(queryClient, {
    ...operationQuery('getWebhookDelivery', { path: { id } }),
    // An answer from before the replay says nothing about it.
    staleTime: 0,
  });
  return new Promise((resolve, reject) => {
    const look = ({ data, error, isFetchedAfterMount }: QueryObserverResult<Delivery>) => {
      if (!isFetchedAfterMount) return;
      if (error) return stop(() => reject(error));
      if (data && replayEnd(data, attempts) !== undefined) stop(() => resolve(data));
    };
    const unsubscribe = observer.subscribe(look);
    const timer = setTimeout(async () => {
      // Without live updates, the delivery may be out of date.
      const { data } = await observer.refetch();
      stop(() => resolve(data));
    }, PATIENCE_MS);
    function stop(settle: () => void) {
      clearTimeout(timer);
      unsubscribe();
      settle();
    }
  });
}
