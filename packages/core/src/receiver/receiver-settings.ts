import { ignorePromise } from '../async/maybe-promise.js';
import { type CheckedStore, checkDedupeStore, checkedStore } from '../dedupe/checked-store.js';
import type { DedupeStore } from '../dedupe/dedupe-store.js';
import { dataSchemas } from '../events/data-schemas.js';
import type { Schemas } from '../events/schemas.js';
import { routeTo } from '../handlers/route.js';
import type { Inbox } from '../inbox/inbox.js';
import {
  checkFunction,
  checkMilliseconds,
  checkNames,
  checkOptions,
  checkWholeNumber,
  type OptionNames,
} from '../options/check-options.js';
import { consoleObserver, isReported } from '../pipeline/console-observer.js';
import type { ReceiverSettings, VerifierSettings } from '../pipeline/settings.js';
import { checkTolerance } from '../signature/check-signature.js';
import { verifyingKeys } from '../signature/signing-keys.js';
import type { BaseReceiverOptions, BaseVerifierOptions } from './options.js';

const SENDER_GIVES_UP_AFTER = 15_000;
const SENDER_RETRIES_FOR = 900_000;
const SEVEN_DAYS = 604_800_000;
// Characters. An id may have 255 too. Escaped, both fit into a key of every store.
const LONGEST_TENANT = 255;
// Records, so that an option added to the types does not compile until it is listed.
// Stryker disable BooleanLiteral: only the names are read.
const verifierOptions: OptionNames<BaseVerifierOptions<unknown>> = {
  secret: true,
  integrationId: true,
  tolerance: true,
  ackTimeout: true,
  maxBodyBytes: true,
  formData: true,
  metadata: true,
  observe: true,
  now: true,
};
/** The names of all options of `createReceiver`, to refuse others with. */
export const receiverOptionNames: OptionNames<BaseReceiverOptions<unknown, Schemas>> = {
  ...verifierOptions,
  handlers: true,
  unknownTypes: true,
  dedupe: true,
  inbox: true,
  reconciliation: true,
  namespace: true,
  lease: true,
  retention: true,
  handlerTimeout: true,
};
// Stryker restore BooleanLiteral

const STORE_FIX = 'Give memoryStore(), or a store made by one of the store packages.';

/** @throws TypeError for a malformed option, naming the option and the fix. */
export function verifierSettings<Framework>(
  options: BaseVerifierOptions<Framework>,
): VerifierSettings<Framework> {
  checkOptions(options, 'createVerifier({ secret })');
  checkNames(options, verifierOptions, 'a verifier');
  return checkedVerifierSettings(options);
}

function checkedVerifierSettings<Framework>(
  options: BaseVerifierOptions<Framework>,
): VerifierSettings<Framework> {
  const { secret, integrationId, observe, now } = options;
  const ackTimeout = checkMilliseconds('ackTimeout', options.ackTimeout, 12_000);
  if (ackTimeout <= SENDER_GIVES_UP_AFTER / 1000) {
    throw new TypeError(
      `ackTimeout: ${ackTimeout} looks like seconds. Give milliseconds: ${ackTimeout * 1000}.`,
    );
  }
  if (ackTimeout >= SENDER_GIVES_UP_AFTER) {
    throw new TypeError(
      `ackTimeout: ${ackTimeout} ms is too late, the service gives up after ${SENDER_GIVES_UP_AFTER} ms. Leave it out for 12,000, and let work that takes longer continue in its handler or through an inbox.`,
    );
  }
  return {
    keys: keySource(secret),
    integrationId: tenantOption('integrationId', integrationId),
    tolerance: checkTolerance(options.tolerance),
    ackTimeout,
    maxBodyBytes: checkWholeNumber('maxBodyBytes', options.maxBodyBytes, 1_048_576),
    applySchemas: dataSchemas(options.formData, options.metadata),
    observe: observe === false ? false : (checkFunction('observe', observe) ?? consoleObserver()),
    observes: observe === undefined ? isReported : always(true),
    now: checkFunction('now', now) ?? Date.now,
  };
}

/**
 * @param defaultStore Makes the store of a receiver without `dedupe`; without it, `dedupe` is required. It is passed in, so that a bundle has the
 *   store in memory only where something can ask for it: docs/decisions/edge-entry.md.
 * @throws TypeError for a malformed option, naming the option and the fix.
 */
export function receiverSettings<Framework, Given extends Schemas>(
  options: BaseReceiverOptions<Framework, Given>,
  defaultStore?: (clock: Pick<VerifierSettings<Framework>, 'now'>) => DedupeStore,
): ReceiverSettings<Framework> {
  checkOptions(options, 'createReceiver({ secret, handlers })');
  checkNames(options, receiverOptionNames, 'a receiver');
  const { namespace, inbox, reconciliation = false } = options;
  const verifier = checkedVerifierSettings(options);
  const dedupe = options.dedupe ?? defaultStore?.({ now: verifier.now });
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
  return {
    ...verifier,
    route: routeTo(options.handlers, options.unknownTypes),
    dedupe: perFramework(dedupe, storeOf),
    inbox: inbox && perFramework(inbox, checkInbox),
    reconciliation,
    namespace: tenantOption('namespace', namespace),
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
  if (typeof secret !== 'function') return always(verifyingKeys(secret));
  return async (framework) => {
    const found = await secret(framework);
    // An empty string is a variable that is not set: verifyingKeys throws, and the answer is 503. So is a list of one.
    const none =
      found === undefined || found === null || (Array.isArray(found) && found.length === 0);
    return none ? [] : verifyingKeys(found, 'secret (as resolved)');
  };
}

/** The checked value of an option that may depend on the framework object; a value that does not is checked now. */
function perFramework<T extends object | undefined, Checked, Framework>(
  option: T | ((framework: Framework) => T),
  check: (value: T) => Checked,
): (framework: Framework) => Checked {
  return typeof option === 'function'
    ? (framework) => check(option(framework))
    : always(check(option));
}

function always<T>(value: T): () => T {
  return () => value;
}

function storeOf(store: DedupeStore | undefined): CheckedStore {
  return checkedStore(checkDedupeStore(store, 'dedupe', STORE_FIX));
}

/**
 * Taking `undefined` of a function for "any tenant" would let one tenant's event pass for another's, so it throws.
 */
function tenantOption<Framework>(
  name: 'integrationId' | 'namespace',
  option: string | ((framework: Framework) => string) | undefined,
): (framework: Framework) => string | undefined {
  if (typeof option === 'function') {
    return (framework) => checkTenant(`${name}()`, option(framework));
  }
  return always(option === undefined ? undefined : checkTenant(name, option));
}

function checkTenant(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '' && value.length <= LONGEST_TENANT) return value;
  ignorePromise(value);
  throw new TypeError(
    `${name}: expected a non-empty string of at most ${LONGEST_TENANT} characters.`,
  );
}

function checkInbox(inbox: Inbox): Inbox {
  if (typeof inbox?.store !== 'function') {
    ignorePromise(inbox);
    throw new TypeError('inbox: expected an Inbox, but its store function is missing.');
  }
  return inbox;
}
