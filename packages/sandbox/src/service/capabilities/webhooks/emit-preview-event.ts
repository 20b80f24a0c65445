import type { Command } from '../../kernel/command.js';
import { emitEvent } from './emit-event.js';
import type { EmittedEvent } from './events/store-event.js';

/**
 * Emits an event that the specification marks as coming soon (spec section 6), where the service was started with
 * `--preview-events`. Otherwise it does nothing.
 */
export async function emitPreviewEvent(
  command: Command,
  event: Omit<EmittedEvent, 'integrationId'> & {
    readonly type: 'report.completed' | 'candidate.completed';
  },
): Promise<void> {
  if (command.previewEvents) await emitEvent(command, { ...event, integrationId: null });
}
