import {
  type DynamicModule,
  type FactoryProvider,
  Inject,
  Module,
  type ModuleMetadata,
  type NestModule,
  Optional,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, HttpAdapterHost } from '@nestjs/core';
import type { NoSchemas, Schemas } from '@screening-webhooks/core';
import { checkNames } from '@screening-webhooks/core/store-kit';
import { watchMiddleware } from './express-route.js';
import { ModuleReceiver } from './module-receiver.js';
import { ScreeningReceiver } from './screening-receiver.js';
import type { ScreeningWebhooksOptions } from './screening-webhooks-options.js';

/** How `forRootAsync` makes the options. */
export interface ScreeningWebhooksAsyncOptions<Given extends Schemas = NoSchemas>
  extends Pick<ModuleMetadata, 'imports'>,
    Pick<FactoryProvider<ScreeningWebhooksOptions<Given>>, 'inject' | 'useFactory'> {}

let count = 0;

/** Receives webhooks in a Nest app, and passes their events to the methods that have `@OnScreeningEvent`. */
@Module({})
export class ScreeningWebhooksModule implements NestModule {
  readonly #host: HttpAdapterHost;

  constructor(
    @Inject(HttpAdapterHost) host: HttpAdapterHost,
    @Optional() @Inject(ScreeningReceiver) receiver?: ScreeningReceiver,
  ) {
    if (!receiver) {
      throw new TypeError(
        "ScreeningWebhooksModule: imported without options. Import ScreeningWebhooksModule.forRoot({ path: '/webhooks/screening', secret }) once, and to inject ScreeningReceiver elsewhere, the module that imports it.",
      );
    }
    this.#host = host;
  }

  /**
   * The module with its options.
   *
   * @throws TypeError at the start of the app, for a malformed option and for wrong handlers, with the fix.
   * @example
   * @Module({
   *   imports: [ScreeningWebhooksModule.forRoot({ path: '/webhooks/screening', secret })],
   *   providers: [Licenses],
   * })
   */
  static forRoot<Given extends Schemas = NoSchemas>(
    options: ScreeningWebhooksOptions<Given>,
  ): DynamicModule {
    return ScreeningWebhooksModule.forRootAsync<Given>({ useFactory: () => options });
  }

  /**
   * The module with options from other providers, such as the secret from a configuration and the store from a pool.
   *
   * @throws TypeError for an option other than `imports`, `inject` and `useFactory`. At the start of the app: for a malformed
   *   option and for wrong handlers, with the fix.
   * @example
   * ScreeningWebhooksModule.forRootAsync({
   *   imports: [DatabaseModule],
   *   inject: [ConfigService, Pool],
   *   useFactory: (config: ConfigService, pool: Pool) => ({
   *     path: '/webhooks/screening',
   *     secret: config.getOrThrow('SCREENING_SECRET'),
   *     dedupe: postgresStore(pool),
   *   }),
   * })
   */
  static forRootAsync<Given extends Schemas = NoSchemas>(
    given: ScreeningWebhooksAsyncOptions<Given>,
  ): DynamicModule {
    checkAsyncOptions(given);
    const { imports = [], inject = [], useFactory } = given;
    count += 1;
    // Nest 10 takes two modules whose metadata has one text for the same module, and drops the second.
    const options = Symbol(`options of ScreeningWebhooksModule ${count}`);
    return {
      module: ScreeningWebhooksModule,
      imports: [DiscoveryModule, ...imports],
      providers: [
        { provide: options, inject, useFactory },
        {
          provide: ScreeningReceiver,
          inject: [options, HttpAdapterHost, DiscoveryService],
          useFactory: (
            made: ScreeningWebhooksOptions,
            host: HttpAdapterHost,
            discovery: DiscoveryService,
          ) => new ModuleReceiver(made, host, discovery),
        },
      ],
      exports: [ScreeningReceiver],
    };
  }

  /** Called by Nest before it mounts middleware and routes. */
  configure(): void {
    watchMiddleware(this.#host.httpAdapter);
  }
}

function checkAsyncOptions<Given extends Schemas>(
  given: ScreeningWebhooksAsyncOptions<Given>,
): void {
  const usage =
    'ScreeningWebhooksModule.forRootAsync({ imports: [ConfigModule], inject: [Config], useFactory: (config: Config) => config.screeningOptions() })';
  if (typeof given !== 'object' || given === null) {
    throw new TypeError(`options: expected an object. Call ${usage}.`);
  }
  for (const name of ['useClass', 'useExisting', 'useValue']) {
    if (name in given) {
      throw new TypeError(
        `${name}: the options come from useFactory. Provide the class in a module, and call ${usage}.`,
      );
    }
  }
  checkNames(given, { imports: true, inject: true, useFactory: true }, 'forRootAsync');
  if (typeof given.useFactory !== 'function') {
    throw new TypeError(`useFactory: expected a function that returns the options. Call ${usage}.`);
  }
}
