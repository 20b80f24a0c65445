import { Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { DiscoveryService, HttpAdapterHost } from '@nestjs/core';
import {
  type ContextArguments,
  createReceiver,
  type Outcome,
  type Receiver,
} from '@screening-webhooks/core';
import { decoratedMethods, findHandlers } from './find-handlers.js';
import { decoratedTypes } from './handler-registry.js';
import { mountRoute } from './mount-route.js';
import type { NestFramework } from './nest-framework.js';
import { ScreeningReceiver } from './screening-receiver.js';
import {
  type ModuleOptions,
  moduleOptions,
  type ScreeningWebhooksOptions,
} from './screening-webhooks-options.js';

/** A receiver, and the event types whose handlers are known: its own, and late ones that were reported. */
interface Built {
  readonly receiver: Receiver<NestFramework>;
  readonly knownTypes: Set<string>;
}

/** The receiver that Nest makes. It is built when the other providers exist, and at the latest at the start of the app. */
export class ModuleReceiver extends ScreeningReceiver implements OnModuleInit, OnModuleDestroy {
  readonly #logger = new Logger('ScreeningWebhooksModule');
  readonly #options: ModuleOptions;
  readonly #host: HttpAdapterHost;
  readonly #discovery: DiscoveryService;
  #made: Built | undefined;

  /** @throws TypeError for a malformed option of the module itself. */
  constructor(
    options: ScreeningWebhooksOptions,
    host: HttpAdapterHost,
    discovery: DiscoveryService,
  ) {
    super();
    this.#options = moduleOptions(options);
    this.#host = host;
    this.#discovery = discovery;
  }

  get #built(): Built {
    this.#made ??= this.#build();
    return this.#made;
  }

  #build(): Built {
    const { given, ignoresUnprovided } = this.#options;
    const handlers = findHandlers(this.#discovery, ignoresUnprovided);
    return {
      receiver: createReceiver<NestFramework>({ ...given, handlers }),
      knownTypes: new Set(Object.keys(handlers)),
    };
  }

  readonly receive: Receiver<NestFramework>['receive'] = async (...args) => {
    const ack = await this.#built.receiver.receive(...args);
    this.#reportLateHandlers(ack.outcome);
    return ack;
  };
  readonly fetch: Receiver<NestFramework>['fetch'] = (
    request: Request,
    ...context: ContextArguments<NestFramework>
  ) => this.#built.receiver.fetch(request, ...context);
  readonly process: Receiver<NestFramework>['process'] = async (...args) => {
    const outcome = await this.#built.receiver.process(...args);
    this.#reportLateHandlers(outcome);
    return outcome;
  };
  readonly dispatch: Receiver<NestFramework>['dispatch'] = async (...args) => {
    const outcome = await this.#built.receiver.dispatch(...args);
    this.#reportLateHandlers(outcome);
    return outcome;
  };
  readonly drain: Receiver<NestFramework>['drain'] = (...args) =>
    this.#built.receiver.drain(...args);

  get reconciles(): boolean {
    return this.#built.receiver.reconciles;
  }

  /** Builds the receiver, so that a mistake ends the start, and mounts its route where the app has a server. */
  onModuleInit(): void {
    const receiver = { ...this.#built.receiver, receive: this.receive };
    const { httpAdapter } = this.#host;
    const { path, given } = this.#options;
    if (httpAdapter) mountRoute(httpAdapter, path, receiver, given);
  }

  /** The first hook of a shutdown: connections to databases are closed in later ones. */
  async onModuleDestroy(): Promise<void> {
    await this.#made?.receiver.drain();
  }

  /** After an ignored event: says once of each type that a module which came after the start has a handler for it. */
  #reportLateHandlers({ kind }: Outcome): void {
    if (kind !== 'ignored') return;
    const { knownTypes } = this.#built;
    // To look through all providers of the app for each ignored event would be dear.
    if (decoratedTypes().every((type) => knownTypes.has(type))) return;
    for (const { type, name } of decoratedMethods(this.#discovery)) {
      if (knownTypes.has(type)) continue;
      knownTypes.add(type);
      this.#logger.error(
        `@OnScreeningEvent('${type}'): ${name} came after the start of the app, so its events are ignored. Import its module at the start: a module of LazyModuleLoader is too late.`,
      );
    }
  }
}
