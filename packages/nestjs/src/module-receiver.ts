import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import type { DiscoveryService, HttpAdapterHost } from '@nestjs/core';
import { type ContextArguments, createReceiver, type Receiver } from '@screening-webhooks/core';
import { findHandlers } from './find-handlers.js';
import { mountRoute } from './mount-route.js';
import type { NestFramework } from './nest-framework.js';
import { ScreeningReceiver } from './screening-receiver.js';
import {
  type RouteOptions,
  routeOptions,
  type ScreeningWebhooksOptions,
} from './screening-webhooks-options.js';

/** The receiver that Nest makes. It is built when the other providers exist, and at the latest at the start of the app. */
export class ModuleReceiver extends ScreeningReceiver implements OnModuleInit, OnModuleDestroy {
  readonly #route: RouteOptions;
  readonly #build: () => Receiver<NestFramework>;
  readonly #host: HttpAdapterHost;
  #built: Receiver<NestFramework> | undefined;

  /** @throws TypeError for a malformed option of the module itself. */
  constructor(
    options: ScreeningWebhooksOptions,
    host: HttpAdapterHost,
    discovery: DiscoveryService,
  ) {
    super();
    const { path, unprovidedHandlers, ...given } = options;
    const route = routeOptions(path, unprovidedHandlers);
    this.#route = route;
    this.#host = host;
    this.#build = () =>
      createReceiver<NestFramework>({
        ...given,
        handlers: findHandlers(discovery, route.ignoresUnprovided),
      });
  }

  get #receiver(): Receiver<NestFramework> {
    this.#built ??= this.#build();
    return this.#built;
  }

  readonly receive: Receiver<NestFramework>['receive'] = (...args) =>
    this.#receiver.receive(...args);
  readonly fetch: Receiver<NestFramework>['fetch'] = (
    request: Request,
    ...context: ContextArguments<NestFramework>
  ) => this.#receiver.fetch(request, ...context);
  readonly process: Receiver<NestFramework>['process'] = (...args) =>
    this.#receiver.process(...args);
  readonly dispatch: Receiver<NestFramework>['dispatch'] = (...args) =>
    this.#receiver.dispatch(...args);
  readonly drain: Receiver<NestFramework>['drain'] = (...args) => this.#receiver.drain(...args);

  get reconciles(): boolean {
    return this.#receiver.reconciles;
  }

  /** Builds the receiver, so that a mistake ends the start, and mounts its route where the app has a server. */
  onModuleInit(): void {
    const receiver = this.#receiver;
    const { httpAdapter } = this.#host;
    if (httpAdapter) mountRoute(httpAdapter, this.#route.path, receiver);
  }

  /** The first hook of a shutdown: connections to databases are closed in later ones. */
  async onModuleDestroy(): Promise<void> {
    await this.#built?.drain();
  }
}
