// The public API of the entrance, listed by hand. Anything that is not listed may change without notice.
export type {
  LambdaContext,
  LambdaEvent,
  LambdaEventV1,
  LambdaEventV2,
  LambdaFramework,
  LambdaResult,
} from './lambda-event.js';
export { type LambdaVerifier, verifyWebhook } from './verify-webhook.js';
export { type LambdaHandler, webhook } from './webhook.js';
