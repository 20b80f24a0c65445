import type { z } from 'zod';
import { isLongerThan } from '../../../../limits/characters.js';
import { figure } from '../../../../limits/limits.js';
import { hasControlCharacters, longest, unreadableText } from '../../../../pages/entered-text.js';
import { ErrorSummary, Field, type FieldError } from '../../../../pages/field.js';
import type { SentForm } from '../../../../pages/read-form.js';
import { candidateRecords, findSsns, personalFields } from '../../../candidates/index.js';
import { type Intake, type IntakeCommand, type Step, saveAnswers } from '../intake.js';

type Name = keyof typeof personalFields;

interface IdentityField {
  readonly name: Name;
  readonly label: string;
  readonly autocomplete: string;
  readonly type?: 'email' | 'tel' | 'date';
  readonly inputmode?: 'numeric';
  readonly hint?: string;
  readonly wrong: string;
}

const fields: readonly IdentityField[] = [
  {
    name: 'firstName',
    label: 'First name',
    autocomplete: 'given-name',
    wrong: `Enter a first name of at most ${figure('name')}.`,
  },
  {
    name: 'lastName',
    label: 'Last name',
    autocomplete: 'family-name',
    wrong: `Enter a last name of at most ${figure('name')}.`,
  },
  {
    name: 'email',
    label: 'Email address',
    autocomplete: 'email',
    type: 'email',
    wrong: 'Enter an email address, such as name@example.com.',
  },
  {
    name: 'phone',
    label: 'Phone number',
    autocomplete: 'tel',
    type: 'tel',
    wrong: 'Enter a phone number, such as +1 415 555 0100.',
  },
  {
    name: 'dateOfBirth',
    label: 'Date of birth',
    autocomplete: 'bday',
    type: 'date',
    wrong: 'Enter a date of birth between 1900 and today.',
  },
  {
    name: 'ssnLast4',
    label: 'Last four digits of your Social Security number',
    autocomplete: 'off',
    inputmode: 'numeric',
    hint: 'Never enter the full number.',
    wrong: 'Enter only the last four digits of your Social Security number.',
  },
];

const always: readonly Name[] = ['firstName', 'lastName', 'email'];

export function identityStep({ invitation, candidate, needs }: Intake): Step {
  const needed: readonly string[] = [...always, ...needs];
  const isRequired = (name: Name): boolean => needed.includes(name);
  return {
    path: 'identity',
    title: 'About you',
    isDone:
      invitation.answers.identityAt !== undefined &&
      fields.every(({ name }) => candidate[name] !== null || !isRequired(name)),
    summary: fields.map(({ name, label }) => [label, candidate[name] ?? '']),
    render: ({ form, errors }) => (
      <>
        <ErrorSummary errors={errors} />
        {fields.map(({ name, wrong: _, ...field }) => (
          <Field
            {...field}
            id={name}
            required={isRequired(name)}
            value={form ? form.text(name) : (candidate[name] ?? '')}
            errors={errors}
          />
        ))}
      </>
    ),
    save: (command, form) => saveIdentity(command, form, isRequired),
  };
}

async function saveIdentity(
  command: IntakeCommand,
  form: SentForm,
  isRequired: (name: Name) => boolean,
): Promise<readonly FieldError[]> {
  const { now, intake } = command;
  const today = now.toISOString().slice(0, 10);
  const errors = [
    ...ssnErrors(form),
    ...fields.flatMap((field) => {
      const text = form.text(field.name);
      if (form.isUnreadable(field.name)) return [unreadableText(field.name, field.label)];
      if (text === '') return isRequired(field.name) ? [wrong(field, text)] : [];
      return fits(field.name, text, today) ? [] : [wrong(field, text)];
    }),
  ];
  if (errors.length > 0) return firstOfEach(errors);
  const value = (name: Name): string | null => form.text(name) || null;
  await candidateRecords.save(command, intake.candidate, {
    firstName: form.text('firstName'),
    lastName: form.text('lastName'),
    email: form.text('email'),
    phone: value('phone'),
    dateOfBirth: value('dateOfBirth'),
    ssnLast4: value('ssnLast4'),
  });
  await saveAnswers(command, { identityAt: now.toISOString() });
  return [];
}

function fits(name: Name, text: string, today: string): boolean {
  const schema: z.ZodType = personalFields[name];
  if (hasControlCharacters(text) || !schema.safeParse(text).success) return false;
  return name !== 'dateOfBirth' || text <= today;
}

function wrong({ name, wrong: message }: IdentityField, text: string): FieldError {
  // An overlong number could contain the full one, which nobody may see.
  const isSecret = name === 'ssnLast4' || isLongerThan(longest, text);
  return { field: name, message, ...(isSecret ? { isSecret } : {}) };
}

function ssnErrors(form: SentForm): FieldError[] {
  const entered = Object.fromEntries(fields.map(({ name }) => [name, form.text(name)]));
  return findSsns(entered).flatMap(({ param }) => {
    const field = fields.find(({ name }) => name === param);
    if (!field) return [];
    const message = `${field.label}: do not enter a full Social Security number.`;
    return [{ field: field.name, message, isSecret: true as const }];
  });
}

function firstOfEach(errors: readonly FieldError[]): readonly FieldError[] {
  const order = fields.map(({ name }) => errors.find(({ field }) => field === name));
  return order.flatMap((error) => error ?? []);
}
