import { type Edit, EditError, editEvent, parsePath } from '@screening-webhooks/testing/faults';
import { validationProblem } from '../http/problem.js';

/** @throws Problem for a path that does not lead into the record. */
export function readEdits({
  set,
  unset,
}: {
  readonly set: Readonly<Record<string, unknown>>;
  readonly unset: readonly string[];
}): readonly Edit[] {
  return [
    ...Object.entries(set).map(
      ([path, value]): Edit => ({ kind: 'set', path: readPath(path, 'set'), value }),
    ),
    ...unset.map((path): Edit => ({ kind: 'unset', path: readPath(path, 'unset') })),
  ];
}

// The envelope is the service's: its id is that of the stored event.
function readPath(text: string, param: string): readonly string[] {
  const path = parsePath(text);
  if (path && path.length > 1 && path[0] === 'data') return path;
  const message = `"${text}" is not a path into the record, such as data.formData.licenseNumber`;
  throw validationProblem([{ param, code: 'invalid_path', message }]);
}

/** Returns a record with the edits. @throws Problem for an edit that does not fit. */
export function applyEdits(record: object, edits: readonly Edit[]): object {
  try {
    const { data } = editEvent({ data: record }, edits);
    return Object(data);
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    throw validationProblem([
      { param: error.kind, code: 'not_applicable', message: error.message },
    ]);
  }
}
