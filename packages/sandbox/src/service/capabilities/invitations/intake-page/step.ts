import type { Child } from 'hono/jsx';
import type { FieldError } from '../../../pages/field.js';
import type { SentForm } from '../../../pages/read-form.js';
import type { IntakeCommand } from './intake.js';

/** The input of the candidate that a page shows besides what is stored. */
export interface Entered {
  /** The form that was sent and refused. Undefined: the page is shown anew. */
  readonly form: SentForm | undefined;
  readonly errors: readonly FieldError[];
}

/** A page of the intake that asks for something. */
export interface Step {
  /** The end of its address. */
  readonly path: string;
  readonly title: string;
  readonly isDone: boolean;
  /** Whether it has files. */
  readonly hasFiles?: true;
  readonly render: (entered: Entered) => Child;
  /** Labels and answers for the last page. */
  readonly summary: readonly (readonly [string, string])[];
  /** Saves what was sent, or nothing where it returns what is wrong. @throws Problem */
  readonly save: (command: IntakeCommand, form: SentForm) => Promise<readonly FieldError[]>;
}
