// The public API, listed by hand.
export { logOutcomes, type OutcomeLogger } from './log-outcomes.js';
export {
  type ScreeningTelemetry,
  screeningTelemetry,
  type TelemetryOptions,
} from './screening-telemetry.js';
