// `@screening-webhooks/testing/faults`, listed by hand: what programs that send faulty deliveries share.

export {
  type Edit,
  EditError,
  type EditedEvent,
  type EditWarning,
  editEvent,
  type JsonObject,
  parsePath,
  writePath,
} from '../edit-event.js';
export { nearest } from '../nearest.js';
export { parseSet, parseUnset } from '../parse-assignment.js';
export type {
  Expectation,
  Fault,
  FaultTarget,
  PlannedDelivery,
  Refusal,
  RefusedFault,
  TransferMode,
} from './fault.js';
export { faults, findFault, noFault } from './faults.js';
export { type WritableRequest, writeBody } from './write-body.js';
