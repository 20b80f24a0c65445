import { isLongerThan } from '../../../../limits/characters.js';
import { longest } from '../../../../pages/entered-text.js';
import { Checkbox, ErrorSummary, Field, type FieldError } from '../../../../pages/field.js';
import type { SentForm } from '../../../../pages/read-form.js';
import { type Intake, type IntakeCommand, type Step, saveAnswers } from '../intake.js';

/** The disclosure of the checks, alone on its page, and their authorization. */
export function authorizationStep({ invitation, candidate, tenant }: Intake): Step {
  const { authorizedAt, signature = '' } = invitation.answers;
  const name = `${candidate.firstName} ${candidate.lastName}`;
  // Candidates who change their name afterwards have to sign again.
  const isDone = authorizedAt !== undefined && isSameName(signature, name);
  return {
    path: 'authorization',
    title: 'Disclosure and authorization',
    isDone,
    summary: [
      ['Background checks', isDone ? 'Authorized' : ''],
      ['Signature', isDone ? signature : ''],
    ],
    render: ({ form, errors }) => (
      <>
        <ErrorSummary errors={errors} />
        <p>
          This is a placeholder, not legal text. The real service discloses here, on a page of its
          own, that <bdi>{tenant.name}</bdi> may obtain background reports about you for employment
          purposes.
        </p>
        <Checkbox
          id="agree"
          value="yes"
          checked={form ? form.text('agree') === 'yes' : isDone}
          required
          errors={errors}
        >
          I have read the disclosure and authorize the background checks.
        </Checkbox>
        <Field
          id="signature"
          label="Your full name as your signature"
          autocomplete="name"
          required
          hint="Type your first and last name as you entered them."
          value={form ? form.text('signature') : isDone ? signature : ''}
          errors={errors}
        />
      </>
    ),
    save: (command, form) => saveAuthorization(command, form, name),
  };
}

async function saveAuthorization(
  command: IntakeCommand,
  form: SentForm,
  name: string,
): Promise<readonly FieldError[]> {
  const signature = form.text('signature');
  const isUnreadable = form.isUnreadable('signature');
  const isTooLong = isLongerThan(longest + 1, signature);
  const errors: FieldError[] = [
    ...(form.text('agree') === 'yes'
      ? []
      : [{ field: 'agree', message: 'Select the box to authorize the background checks.' }]),
    ...(!isUnreadable && !isTooLong && isSameName(signature, name)
      ? []
      : [
          {
            field: 'signature',
            message: 'Your signature must match the first and last name in “About you”.',
            ...(isUnreadable || isTooLong ? { isSecret: true as const } : {}),
          },
        ]),
  ];
  if (errors.length > 0) return errors;
  const authorizedAt = command.now.toISOString();
  await saveAnswers(command, { authorizedAt, signature });
  return [];
}

function isSameName(signature: string, name: string): boolean {
  const compared = (text: string): string =>
    text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return compared(signature) === compared(name);
}
