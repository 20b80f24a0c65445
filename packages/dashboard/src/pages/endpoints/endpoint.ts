import type { SandboxSchemas } from '@screening-webhooks/sandbox';
import type { JsonSchema } from '../../api/json-schema.js';
import type { Answer, Item } from '../../api/operations.js';
import { formatTime } from '../../clock/local-time.js';
import { counted } from '../../words/words-of.js';

/** The type of a test event for an endpoint: a type that it subscribes to, otherwise a type of its owner. */
export function testTypeOf(
  { eventTypes, owner }: Pick<Item<'listWebhookEndpoints'>, 'eventTypes' | 'owner'>,
  known: readonly Item<'listEventTypes'>[],
): string | undefined {
  return eventTypes[0] ?? known.find(({ scope }) => scope === owner.type)?.type;
}

/** A sentence with the numbers of deliveries and events that a recovery sends, and that it leaves to retries. */
export function recoverySentence({
  found,
  missing,
  complete,
  retrying,
  nextAttemptAt,
}: Answer<'recoverWebhookDeliveries'>): string {
  const replayed = `${counted(found, 'delivery', 'deliveries')} will be replayed.`;
  const events = `${counted(missing, 'missing event')}${complete ? '' : ' or more'} will be sent.`;
  const sent = missing === 0 && complete ? replayed : `${replayed} ${events}`;
  if (nextAttemptAt === null) return sent;
  return `${sent} Still being retried: ${retrying}, the next at ${formatTime(nextAttemptAt)}.`;
}

/** Whether all numbers of an object are within the limits of its schema, so that a schedule can be calculated. */
export function withinLimits(schema: JsonSchema, object: object): boolean {
  return Object.entries(object).every(([name, value]) => {
    const { type, minimum, maximum } = schema.properties?.[name] ?? {};
    if (type !== 'integer' && type !== 'number') return true;
    if (typeof value !== 'number' || !Number.isFinite(value)) return false;
    if (type === 'integer' && !Number.isInteger(value)) return false;
    return value >= (minimum ?? value) && value <= (maximum ?? value);
  });
}

/** The hosts of this machine, which all name the same service. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The name of the endpoint's built-in receiver. `undefined` if the URL points elsewhere. @param origin The service's origin. */
export function sinkNameOf(url: string, origin: string): string | undefined {
  const { protocol, hostname, port, pathname } = new URL(url);
  const own = new URL(origin);
  const isSameHost =
    hostname === own.hostname || (LOOPBACK.has(hostname) && LOOPBACK.has(own.hostname));
  if (protocol !== own.protocol || port !== own.port || !isSameHost) return undefined;
  return /^\/sink\/([\w-]+)$/.exec(pathname)?.[1];
}

type RetryPolicy = SandboxSchemas['RetryPolicy'];

/** The attempts of a policy. A wait begins at the end of the previous attempt, so slow answers delay all later ones. */
export function retrySchedule(policy: RetryPolicy) {
  const { maxAttempts, timeoutSeconds, jitter } = policy;
  // Since the event, if each previous attempt failed at once, with maximum jitter.
  let earliestMs = 0;
  let longestMs = 0;
  const attempts = Array.from({ length: maxAttempts }, (_none, index) => {
    // The maximum: jitter shortens it.
    const waitMs = index === 0 ? 0 : waitAfter(policy, index) * 1000;
    earliestMs += waitMs * (1 - jitter);
    longestMs += waitMs;
    return { number: index + 1, waitMs, earliestMs };
  });
  // If each attempt times out.
  const latestEndMs = longestMs + maxAttempts * timeoutSeconds * 1000;
  return { attempts, earliestEndMs: earliestMs, latestEndMs };
}

/** Seconds from the end of a failed attempt to the next one. */
function waitAfter(policy: RetryPolicy, attemptsMade: number): number {
  const { backoff, initialDelaySeconds, multiplier, maxDelaySeconds } = policy;
  const growth = backoff === 'exponential' ? multiplier ** (attemptsMade - 1) : 1;
  return Math.min(initialDelaySeconds * growth, maxDelaySeconds);
}

type Period = Answer<'getWebhookEndpointStatistics'>['last7Days'];

export function responseSentence(of: Pick<Period, 'attempts' | 'acknowledged' | 'failed'>): string {
  const { attempts, acknowledged, failed } = of;
  if (attempts === 0) return 'No attempts in this period.';
  const share = `${inGroups(acknowledged)} of ${inGroups(attempts)} attempts acknowledged (${shareOf(acknowledged, attempts)}).`;
  if (failed === 0) return share;
  return `${share} ${counted(failed, 'delivery', 'deliveries')} failed permanently.`;
}

/** A part of a non-zero whole, in percent. Rounded down, so that 100% always means no failures. */
function shareOf(part: number, whole: number): string {
  const percent = Math.floor((part / whole) * 100);
  return `${part > 0 && percent < 1 ? 'less than 1' : percent}%`;
}

const inGroups = (count: number): string => count.toLocaleString('en-US');

type Endpoint = Pick<Item<'listWebhookEndpoints'>, 'eventTypes'>;

/** The endpoint for the first event: one that subscribes to event types, so that it expects the event. */
export function endpointToTry<E extends Endpoint>(endpoints: readonly E[]): E | undefined {
  return endpoints.find(({ eventTypes }) => eventTypes.length > 0) ?? endpoints[0];
}
