import type { NoSchemas, ReceiverOptions, Schemas } from '@screening-webhooks/core';
import type { NestFramework } from './nest-framework.js';

/** Options of the module: those of `createReceiver`, whose handlers are the decorated methods, and the place of the route. */
export type ScreeningWebhooksOptions<Given extends Schemas = NoSchemas> = Omit<
  ReceiverOptions<NestFramework, Given>,
  'handlers' | 'unknownTypes'
> & {
  /** The path of the endpoint, such as `/webhooks/screening`. Global prefixes and versions are not added to it. */
  readonly path: string;
  /**
   * A decorated class that no module of the app provides: `'fail'` (default) ends the start, since its events would be
   * ignored. `'ignore'` is for several apps in one process, and for tests of a part of an app.
   */
  readonly unprovidedHandlers?: 'fail' | 'ignore';
};

/** The options that the module itself reads. */
export interface RouteOptions {
  readonly path: string;
  readonly ignoresUnprovided: boolean;
}

/** @throws TypeError for a malformed option, naming the option and the fix. */
export function routeOptions(path: unknown, unprovidedHandlers: unknown): RouteOptions {
  if (typeof path !== 'string' || !/^\/?[^\s?#/]/.test(path)) {
    throw new TypeError(
      `path: expected the path of the endpoint, such as '/webhooks/screening', got ${JSON.stringify(path)}.`,
    );
  }
  if (![undefined, 'fail', 'ignore'].some((value) => value === unprovidedHandlers)) {
    throw new TypeError(
      "unprovidedHandlers: expected 'fail' or 'ignore'. Leave it out for 'fail'.",
    );
  }
  return {
    path: path.startsWith('/') ? path : `/${path}`,
    ignoresUnprovided: unprovidedHandlers === 'ignore',
  };
}
