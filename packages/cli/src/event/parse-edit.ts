import {
  type Edit,
  EditError,
  editEvent,
  type JsonObject,
  parseAssignment,
  parsePath,
} from '@screening-webhooks/testing/faults';
import { UsageError } from 'screening-webhooks-terminal';

/**
 * Parses `data.formData.licenseNumber=RN123`. The value is JSON when it parses as JSON, else a string; `\.` is a dot inside
 * a key.
 *
 * @throws UsageError for a malformed text.
 */
export function parseSet(text: string): Edit {
  const assignment = parseAssignment(text);
  if (!assignment) {
    throw new UsageError(
      `--set: "${text}" is not path=value; write it as data.formData.licenseNumber=RN123.`,
    );
  }
  const path = requirePath(assignment.path, '--set');
  return { kind: 'set', path, value: assignment.value };
}

/**
 * Parses `data.metadata.orderId`.
 *
 * @throws UsageError for a malformed path.
 */
export function parseUnset(text: string): Edit {
  return { kind: 'unset', path: requirePath(text, '--unset') };
}

/** Applies edits to a copy. @throws UsageError for an edit that does not fit the event. */
export function applyEdits(event: Readonly<JsonObject>, edits: readonly Edit[]): JsonObject {
  try {
    return editEvent(event, edits);
  } catch (error) {
    if (error instanceof EditError) throw new UsageError(`--${error.kind}: ${error.message}`);
    throw error;
  }
}

function requirePath(text: string, option: string): readonly string[] {
  const path = parsePath(text);
  if (path) return path;
  throw new UsageError(
    `${option}: "${text}" is not a valid path; separate keys with dots, such as data.state.`,
  );
}
