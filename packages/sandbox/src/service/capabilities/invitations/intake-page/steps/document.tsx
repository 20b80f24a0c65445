import type { EnteredDocument } from '../../../../db/schema/index.js';
import { ErrorSummary, type FieldError } from '../../../../pages/field.js';
import type { SentForm } from '../../../../pages/read-form.js';
import {
  DocumentFields,
  documentErrors,
  keepDocument,
  missingParts,
  noRoom,
  nothingEntered,
  readDocument,
  type SentDocument,
  summarize,
} from '../../../verifications/index.js';
import type { RequestedDocument } from '../../requested-documents.js';
import {
  enteredDocument,
  type Intake,
  type IntakeCommand,
  type Step,
  saveAnswers,
} from '../intake.js';

export function documentStep(intake: Intake, document: RequestedDocument): Step {
  const { config, required } = document;
  const answer = intake.invitation.answers.documents?.[config.slug];
  const entered = enteredDocument(intake, document);
  return {
    path: `documents/${config.slug}`,
    title: config.name,
    hasFiles: true,
    isDone:
      answer !== undefined &&
      (!entered || missingParts(config, entered.formData, entered.fileIds).length === 0),
    summary: entered ? summarize(config, entered) : [['Document', answer ? 'Skipped' : '']],
    render: ({ form, errors }) => (
      <>
        <ErrorSummary errors={errors} />
        <DocumentFields
          config={config}
          stored={answer ?? nothingEntered}
          form={form}
          errors={errors}
        />
        {required ? null : (
          <p class="hint">
            This document is optional. If you skip it, everything you added to it is deleted.
          </p>
        )}
      </>
    ),
    save: (command, form) => saveDocument(command, form, document),
  };
}

async function saveDocument(
  command: IntakeCommand,
  form: SentForm,
  { config, required }: RequestedDocument,
): Promise<readonly FieldError[]> {
  const { documents = {} } = command.intake.invitation.answers;
  const stored = documents[config.slug] ?? nothingEntered;
  const isSkipped = !required && form.text('skip') !== '';
  const sent = isSkipped ? skipped(stored) : readDocument(config, form, stored);
  if (required || !isEmpty(sent)) {
    const errors = await documentErrors(config, sent);
    if (errors.length > 0) return errors;
  }
  const answer = await keepDocument(command, sent);
  if (!answer) return [noRoom];
  await saveAnswers(command, { documents: { ...documents, [config.slug]: answer } });
  return [];
}

function skipped({ fileIds }: EnteredDocument): SentDocument {
  const nothing = { unreadable: [], kept: [], added: [], hasUnreadableName: false };
  return { ...nothing, formData: {}, removed: fileIds };
}

function isEmpty({ formData, kept, added }: SentDocument): boolean {
  return Object.keys(formData).length === 0 && kept.length + added.length === 0;
}
