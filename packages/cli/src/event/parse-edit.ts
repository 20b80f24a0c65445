import {
  type Edit,
  EditError,
  type EditedEvent,
  editEvent,
  type JsonObject,
} from '@screening-webhooks/testing/faults';
import { UsageError } from 'screening-webhooks-terminal';

/** Makes the parser of an option that changes an event. @throws UsageError for a malformed text. */
export function editParser(parse: (text: string) => Edit): (text: string) => Edit {
  return (text) => orRefuse(() => parse(text));
}

/** Applies edits to a copy. @throws UsageError for an edit that does not fit the event. */
export function applyEdits(event: Readonly<JsonObject>, edits: readonly Edit[]): EditedEvent {
  return orRefuse(() => editEvent(event, edits));
}

/** The option that asks for an edit. */
export function optionOf({ kind }: Pick<Edit, 'kind'>): string {
  return kind === 'unset' ? '--unset' : '--set';
}

function orRefuse<Result>(act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (error instanceof EditError) throw new UsageError(`${optionOf(error)}: ${error.message}`);
    throw error;
  }
}
