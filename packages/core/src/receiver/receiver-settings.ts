import { checkDedupeStore } from '../dedupe/check-dedupe-store.js';
import { memoryStore } from '../dedupe/memory-store.js';
import { dataSchemas } from '../events/data-schemas.js';
import type { Schemas } from '../events/schemas.js';
import { routeTo } from '../handlers/route.js';
import type { Inbox } from '../inbox/inbox.js';
import { checkFunction, checkMilliseconds, checkWholeNumber } from '../options/check-options.js';
import type { ReceiverSettings, VerifierSettings } from '../pipeline/settings.js';
import { signingKeys } from '../signature/signing-keys.js';
import { checkTolerance } from '../signature/tolerance.js';
import type { BaseReceiverOptions, BaseVerifierOptions } from './options.js';

const SENDER_GIVES_UP_AFTER = 15_000;
const SENDER_RETRIES_FOR = 900_000;
const SEVEN_DAYS = 604_800_000;
const STORE_FIX = 'Give memoryStore(), or a store made by one of the store packages.';

/** @throws TypeError for a malformed option, naming the option and the fix. */
export function verifierSettings<Framework>(
  options: BaseVerifierOptions<Framework>,
): VerifierSettings<Framework> {
  const { secret, integrationId, observe, now } = options;
  const ackTimeout = checkMilliseconds('ackTimeout', options.ackTimeout, 12_000);
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
    maxBodyBytes: checkWholeNumber('maxBodyBytes', options.maxBodyBytes, 1_048_576),
    applySchemas: dataSchemas(options.formData, options.metadata),
    observe: checkFunction('observe', observe),
    now: checkFunction('now', now) ?? Date.now,
  };
}

/** @throws TypeError for a malformed option, naming the option and the fix. */
export function receiverSettings<Framework, Given extends Schemas>(
  options: BaseReceiverOptions<Framework, Given>,
): ReceiverSettings<Framework> {
  const { namespace, inbox, reconciliation = false } = options;
  const verifier = verifierSettings(options);
  const dedupe = options.dedupe ?? memoryStore({ now: verifier.now });
  const retention = checkMilliseconds('retention', options.retention, SEVEN_DAYS, {
    most: Infinity,
  });
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
    dedupe:
      typeof dedupe === 'function' ? dedupe : always(checkDedupeStore(dedupe, 'dedupe', STORE_FIX)),
    inbox: inbox && (typeof inbox === 'function' ? inbox : always(checkInbox(inbox))),
    reconciliation,
    namespace,
    times: {
      lease: checkMilliseconds('lease', options.lease, 60_000),
      retention,
      handlerTimeout: checkMilliseconds('handlerTimeout', options.handlerTimeout, 600_000),
    },
  };
}

function keySource<Framework>(
  secret: BaseVerifierOptions<Framework>['secret'],
): VerifierSettings<Framework>['keys'] {
  if (typeof secret !== 'function') return always(signingKeys(secret));
  return async (framework) => {
    const found = await secret(framework);
    // An empty string is a variable that is not set: signingKeys throws, and the answer is 503.
    const none = found === undefined || found === null || (found !== '' && found.length === 0);
    return none ? [] : signingKeys(found, 'secret (as resolved)');
  };
}

function always<T>(value: T): () => T {
  return () => value;
}

function checkInbox(inbox: Inbox): Inbox {
  if (typeof inbox.store !== 'function') {
    throw new TypeError('inbox: expected an Inbox, but its store function is missing.');
  }
  return inbox;
}
