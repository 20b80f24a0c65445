import type { OnEvent } from '../../config/service-config.js';
import { commandJob, objectJob } from '../../engine/job-handlers.js';
import type { RunCommand } from '../../kernel/command.js';
import { endDelivery } from './deliveries/end-delivery.js';
import { runRecovery } from './deliveries/replay-deliveries.js';
import { type AttemptSettings, deliveryJob, type SendAttempt } from './deliveries/run-attempt.js';
import { runDiscard, runResumption } from './endpoints/held-deliveries.js';
import { endpointRecords } from './endpoints/records.js';

/** A recovery, a resumption or a discard that fails ends with what it has done so far. */
const end = async (): Promise<void> => {};

export const webhookEndings = {
  delivery_attempt: endDelivery,
  manual_attempt: endDelivery,
  recovery: end,
  resumption: end,
  discard: end,
};

export function webhookJobs(
  send: SendAttempt,
  settings: AttemptSettings,
  runCommand: RunCommand,
  onEvent: OnEvent,
) {
  const attempt = deliveryJob(send, settings, runCommand, onEvent);
  return {
    delivery_attempt: attempt,
    manual_attempt: attempt,
    recovery: commandJob(runRecovery),
    resumption: objectJob(endpointRecords, runResumption),
    discard: commandJob(runDiscard),
  };
}
