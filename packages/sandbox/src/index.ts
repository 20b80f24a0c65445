// The public API, listed by hand: what runs in the thread of a test. The service itself is in another thread.
export type { SandboxApi, SandboxPaths, SandboxSchemas } from './handle/api.js';
export { type ListPage, SandboxError, type SandboxErrorCode } from './handle/call-service.js';
export type {
  ClockMove,
  Due,
  DueWork,
  FailedJob,
  SandboxClock,
  ShownClock,
} from './handle/clock.js';
export type {
  NewFault,
  NewTrigger,
  SandboxControls,
  SandboxFault,
  SandboxSnapshot,
  Triggered,
} from './handle/controls.js';
export type { DeliveryFilter, SandboxDeliveries, SandboxDelivery } from './handle/deliveries.js';
export { type Sandbox, startSandbox } from './handle/sandbox.js';
export type { SandboxOptions } from './handle/sandbox-options.js';
export type {
  NewVerification,
  SandboxVerification,
  SandboxVerifications,
  VerificationFilter,
} from './handle/verifications.js';
export type { SandboxEndpoint } from './service/config/service-config.js';
export type { DueKind, DueObject } from './service/control/due-kinds.js';
