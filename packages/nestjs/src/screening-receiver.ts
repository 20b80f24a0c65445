import type { Receiver } from '@screening-webhooks/core';
import type { NestFramework } from './nest-framework.js';

/**
 * The receiver of the module, to inject: `dispatch` for tests and for workers of an inbox, `process` for `reconcile`. Its
 * functions are bound.
 *
 * @example
 * class Worker {
 *   constructor(private readonly receiver: ScreeningReceiver) {}
 * }
 */
export abstract class ScreeningReceiver implements Receiver<NestFramework> {
  /** As `receive` of the receiver of core. */
  abstract readonly receive: Receiver<NestFramework>['receive'];
  /** As `fetch` of the receiver of core. */
  abstract readonly fetch: Receiver<NestFramework>['fetch'];
  /** As `process` of the receiver of core. */
  abstract readonly process: Receiver<NestFramework>['process'];
  /** As `reconciles` of the receiver of core. */
  abstract readonly reconciles: boolean;
  /** As `dispatch` of the receiver of core. */
  abstract readonly dispatch: Receiver<NestFramework>['dispatch'];
  /** As `drain` of the receiver of core. */
  abstract readonly drain: Receiver<NestFramework>['drain'];
}
