import type { MaybePromise } from '../async/maybe-promise.js';
import type { CheckedStore } from '../dedupe/checked-store.js';
import type { ClaimTimes } from '../dedupe/held-claim.js';
import type { ApplySchemas } from '../events/data-schemas.js';
import type { Route } from '../handlers/route.js';
import type { Inbox } from '../inbox/inbox.js';
import type { Outcome } from '../outcome/outcome.js';
import type { MacKey } from '../signature/mac.js';
import type { Observer } from './observer.js';

/** The options of a verifier, checked and with defaults. */
export interface VerifierSettings<Framework> {
  /** An empty list: the tenant is unknown. */
  readonly keys: (framework: Framework) => MaybePromise<readonly MacKey[]>;
  /** `undefined` allows every integration. */
  readonly integrationId: (framework: Framework) => string | undefined;
  /** Seconds. */
  readonly tolerance: number;
  /** Milliseconds. */
  readonly ackTimeout: number;
  readonly maxBodyBytes: number;
  readonly applySchemas: ApplySchemas;
  readonly observe: Observer<Framework> | false;
  /** Whether `observe` is called for the outcome: describing a delivery costs as much as a stage of the pipeline. */
  readonly observes: (outcome: Outcome, late: boolean) => boolean;
  readonly now: () => number;
}

/** The options of a receiver, checked and with defaults. */
export interface ReceiverSettings<Framework> extends VerifierSettings<Framework> {
  readonly route: Route;
  readonly dedupe: (framework: Framework) => CheckedStore;
  readonly inbox: ((framework: Framework) => Inbox) | undefined;
  readonly reconciliation: boolean;
  /** `undefined` means the integration that the event names. */
  readonly namespace: (framework: Framework) => string | undefined;
  readonly times: ClaimTimes;
}
