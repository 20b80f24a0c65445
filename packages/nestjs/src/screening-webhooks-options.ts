import type { NoSchemas, ReceiverOptions, Schemas } from '@screening-webhooks/core';
import { receiverOptionNames } from '@screening-webhooks/core/adapter';
import { checkNames, checkOptions, type OptionNames } from '@screening-webhooks/core/store-kit';
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
  readonly unprovidedHandlers?: 'fail' | 'ignore' | undefined;
};

/** The options that the module itself reads, and those of the receiver. */
export interface ModuleOptions {
  readonly path: string;
  readonly ignoresUnprovided: boolean;
  readonly given: Omit<ReceiverOptions<NestFramework>, 'handlers' | 'unknownTypes'>;
}

const { handlers: _handlers, unknownTypes: _unknownTypes, ...ofReceiver } = receiverOptionNames;
const optionNames: OptionNames<ScreeningWebhooksOptions> = {
  path: true,
  unprovidedHandlers: true,
  ...ofReceiver,
};

/** @throws TypeError for a malformed option of the module, naming the option and the fix. */
export function moduleOptions(options: ScreeningWebhooksOptions): ModuleOptions {
  checkGiven(options);
  const { path, unprovidedHandlers, ...given } = options;
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
    given,
  };
}

function checkGiven(options: ScreeningWebhooksOptions): void {
  checkOptions(
    options,
    "ScreeningWebhooksModule.forRoot({ path: '/webhooks/screening', secret }), or return such an object from useFactory",
  );
  if ('handlers' in options) {
    throw new TypeError(
      "handlers: an option of other frameworks. In Nest, put @OnScreeningEvent('document_verification.completed') on a method of a provider.",
    );
  }
  checkNames(options, optionNames, 'ScreeningWebhooksModule');
}
