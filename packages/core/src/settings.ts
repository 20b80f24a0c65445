import type { DedupeStore } from './dedupe/dedupe-store.js';
import type { ClaimTimes } from './dedupe/held-claim.js';
import { memoryStore } from './dedupe/memory-store.js';
import { type ApplySchemas, dataSchemas } from './events/data-schemas.js';
import type { FormDataSchemas, MetadataSchema } from './events/webhook-event.js';
import { type Route, routeTo } from './handlers/route.js';
import type { Inbox } from './inbox.js';
import type { MaybePromise } from './maybe-promise.js';
import type { Observer } from './observer.js';
import type { ReceiverOptions, VerifierOptions } from './options.js';
import type { MacKey } from './signature/mac.js';
import { signingKeys } from './signature/signing-keys.js';
import { checkTolerance } from './signature/tolerance.js';

/** {@link VerifierOptions}, checked and with defaults. */
export interface VerifierSettings<Framework> {
  /** Empty: no such tenant. */
  readonly keys: (framework: Framework) => MaybePromise<readonly MacKey[]>;
  readonly integrationId: string | undefined;
  readonly tolerance: number;
  readonly ackTimeout: number;
  readonly maxBodyBytes: number;
  readonly applySchemas: ApplySchemas;
  readonly observe: Observer | undefined;
  readonly now: () => number;
}

/** {@link ReceiverOptions}, checked and with defaults. */
export interface ReceiverSettings<Framework> extends VerifierSettings<Framework> {
  readonly route: Route;
  readonly dedupe: (framework: Framework) => DedupeStore;
  readonly inbox: ((framework: Framework) => Inbox) | undefined;
  readonly reconciliation: boolean;
  readonly namespace: string | undefined;
  readonly times: ClaimTimes;
}

const SENDER_GIVES_UP_AFTER = 15_000;
const SENDER_RETRIES_FOR = 900_000;
const SEVEN_DAYS = 604_800_000;
// setTimeout takes 32 bits; past that it fires at once.
const LONGEST_TIMER = 2_147_483_647;

/** @throws TypeError for a malformed option, naming the option and the cure. */
export function verifierSettings<
  Framework,
  Forms extends FormDataSchemas,
  Meta extends MetadataSchema,
>(options: VerifierOptions<Framework, Forms, Meta>): VerifierSettings<Framework> {
  const { secret, integrationId, observe, now } = options;
  const ackTimeout = milliseconds('ackTimeout', options.ackTimeout, 12_000);
  if (ackTimeout >= SENDER_GIVES_UP_AFTER) {
    throw new TypeError(
      `ackTimeout: ${ackTimeout} ms is too late, the service gives up after ${SENDER_GIVES_UP_AFTER} ms. Leave it out for 12,000, and let work that takes longer go on in its handler or through an inbox.`,
    );
  }
  if (integrationId !== undefined && (typeof integrationId !== 'string' || !integrationId)) {
    throw new TypeError(
      'integrationId: expected a non-empty string. Leave it out to accept the events of every integration.',
    );
  }
  return {
    keys: keySource(secret),
    integrationId,
    tolerance: checkTolerance(options.tolerance),
    ackTimeout,
    maxBodyBytes: wholeNumber('maxBodyBytes', options.maxBodyBytes, 1_048_576),
    applySchemas: dataSchemas(options.formData, options.metadata),
    observe: optionalFunction('observe', observe),
    now: optionalFunction('now', now) ?? Date.now,
  };
}

/** @throws TypeError for a malformed option, naming the option and the cure. */
export function receiverSettings<
  Framework,
  Forms extends FormDataSchemas,
  Meta extends MetadataSchema,
>(options: ReceiverOptions<Framework, Forms, Meta>): ReceiverSettings<Framework> {
  const { namespace, inbox, reconciliation = false } = options;
  const verifier = verifierSettings(options);
  const dedupe = options.dedupe ?? memoryStore({ now: verifier.now });
  const retention = milliseconds('retention', options.retention, SEVEN_DAYS, Infinity);
  if (retention < SENDER_RETRIES_FOR) {
    throw new TypeError(
      `retention: ${retention} ms is shorter than the ${SENDER_RETRIES_FOR} ms in which the service retries, so a late retry would run again. Leave it out for 7 days.`,
    );
  }
  if (typeof reconciliation !== 'boolean') {
    throw new TypeError('reconciliation: expected true, or leave it out.');
  }
  if (namespace !== undefined && typeof namespace !== 'string') {
    throw new TypeError(
      'namespace: expected a string, the same for every process of the endpoint.',
    );
  }
  return {
    ...verifier,
    route: routeTo(options.handlers),
    dedupe: typeof dedupe === 'function' ? dedupe : always(checkStore(dedupe)),
    inbox: inbox && (typeof inbox === 'function' ? inbox : always(checkInbox(inbox))),
    reconciliation,
    namespace,
    times: {
      lease: milliseconds('lease', options.lease, 60_000),
      retention,
      handlerTimeout: milliseconds('handlerTimeout', options.handlerTimeout, 600_000),
    },
  };
}

function keySource<Framework>(
  secret: VerifierOptions<Framework>['secret'],
): VerifierSettings<Framework>['keys'] {
  if (typeof secret !== 'function') return always(signingKeys(secret));
  return async (framework) => {
    const found = await secret(framework);
    // An empty string is no unknown tenant but a variable that is not set: signingKeys throws, and the answer is 503.
    const none = found === undefined || found === null || (found !== '' && found.length === 0);
    return none ? [] : signingKeys(found, 'secret (as resolved)');
  };
}

function always<T>(value: T): () => T {
  return () => value;
}

function checkStore(store: DedupeStore): DedupeStore {
  for (const operation of ['claim', 'extend', 'commit', 'release'] as const) {
    if (typeof store[operation] !== 'function') {
      throw new TypeError(
        `dedupe: expected a DedupeStore, but ${operation} is missing. Give memoryStore(), or a store made by one of the store packages.`,
      );
    }
  }
  return store;
}

function checkInbox(inbox: Inbox): Inbox {
  if (typeof inbox.store !== 'function') {
    throw new TypeError('inbox: expected an Inbox, but its store function is missing.');
  }
  return inbox;
}

function milliseconds(
  option: string,
  value: number | undefined,
  fallback: number,
  most = LONGEST_TIMER,
): number {
  const ms = value ?? fallback;
  if (typeof ms !== 'number' || !(ms > 0 && ms <= most)) {
    throw new TypeError(
      `${option}: expected milliseconds above 0 and at most ${most}, got ${String(ms)}. Leave it out for ${fallback}.`,
    );
  }
  return ms;
}

function wholeNumber(option: string, value: number | undefined, fallback: number): number {
  const number = value ?? fallback;
  if (!Number.isSafeInteger(number) || number < 1) {
    throw new TypeError(
      `${option}: expected a whole number of at least 1, got ${String(number)}. Leave it out for ${fallback}.`,
    );
  }
  return number;
}

function optionalFunction<T>(option: string, value: T | undefined): T | undefined {
  if (value !== undefined && typeof value !== 'function') {
    throw new TypeError(`${option}: expected a function. Leave it out if there is none.`);
  }
  return value;
}
