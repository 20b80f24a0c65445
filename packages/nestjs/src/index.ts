export type { NestFramework } from './nest-framework.js';
export { OnScreeningEvent, type ScreeningEventHandler } from './on-screening-event.js';
export { ScreeningReceiver } from './screening-receiver.js';
export {
  type ScreeningWebhooksAsyncOptions,
  ScreeningWebhooksModule,
} from './screening-webhooks-module.js';
export type { ScreeningWebhooksOptions } from './screening-webhooks-options.js';
