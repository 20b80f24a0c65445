import {
  type DynamicModule,
  type FactoryProvider,
  Module,
  type ModuleMetadata,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, HttpAdapterHost } from '@nestjs/core';
import type { NoSchemas, Schemas } from '@screening-webhooks/core';
import { ModuleReceiver } from './module-receiver.js';
import { ScreeningReceiver } from './screening-receiver.js';
import type { ScreeningWebhooksOptions } from './screening-webhooks-options.js';

/** How `forRootAsync` makes the options. */
export interface ScreeningWebhooksAsyncOptions<Given extends Schemas = NoSchemas>
  extends Pick<ModuleMetadata, 'imports'>,
    Pick<FactoryProvider<ScreeningWebhooksOptions<Given>>, 'inject' | 'useFactory'> {}

const OPTIONS = Symbol('options of ScreeningWebhooksModule');

/** Receives webhooks in a Nest app, and passes their events to the methods that have `@OnScreeningEvent`. */
@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest identifies a module by a class.
export class ScreeningWebhooksModule {
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
   * @throws TypeError at the start of the app, for a malformed option and for wrong handlers, with the fix.
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
  static forRootAsync<Given extends Schemas = NoSchemas>({
    imports = [],
    inject = [],
    useFactory,
  }: ScreeningWebhooksAsyncOptions<Given>): DynamicModule {
    return {
      module: ScreeningWebhooksModule,
      imports: [DiscoveryModule, ...imports],
      providers: [
        { provide: OPTIONS, inject, useFactory },
        {
          provide: ScreeningReceiver,
          inject: [OPTIONS, HttpAdapterHost, DiscoveryService],
          useFactory: (
            options: ScreeningWebhooksOptions,
            host: HttpAdapterHost,
            discovery: DiscoveryService,
          ) => new ModuleReceiver(options, host, discovery),
        },
      ],
      exports: [ScreeningReceiver],
    };
  }
}
