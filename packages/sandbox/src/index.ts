// The public API, listed by hand: what runs in the thread of a test. The service itself is in another thread.

export type { SandboxApi, SandboxPaths, SandboxSchemas } from './sandbox/api.js';
export type { ClockMove, SandboxClock } from './sandbox/clock.js';
export type {
  NewFault,
  NewTrigger,
  SandboxControls,
  SandboxFault,
  SandboxSnapshot,
  Triggered,
} from './sandbox/controls.js';
export type { DeliveryFilter, SandboxDeliveries } from './sandbox/deliveries.js';
export type { SandboxDelivery } from './sandbox/delivery.js';
export type { Sandbox } from './sandbox/launch-sandbox.js';
export type { ListPage } from './sandbox/list-page.js';
export { SandboxError, type SandboxErrorCode } from './sandbox/sandbox-error.js';
export type { SandboxOptions } from './sandbox/sandbox-options.js';
export type {
  NewVerification,
  SandboxVerification,
  SandboxVerifications,
  VerificationFilter,
} from './sandbox/verifications.js';
export type { SandboxEndpoint } from './service-description.js';
export { startSandbox } from './start-sandbox.js';
