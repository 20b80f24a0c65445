import { Choice } from '../../ui/choice.js';
import { fieldClass, Input, Labelled } from '../../ui/input.js';
import { wordsOf } from '../../words/words-of.js';
import type { DocumentConfig, EnteredDocument } from './entered-document.js';

// Not the attribute of the field: without it, a verification is created and waits.
const NEEDED = 'Needed to submit.';

/** A field for each one of a document configuration, and one for its files. */
export function DocumentFields({
  config,
  entered,
  onChange,
  errorOf,
}: {
  config: DocumentConfig;
  entered: EnteredDocument;
  onChange: (entered: EnteredDocument) => void;
  /** Why the service has refused a field. */
  errorOf: (param: string) => string | undefined;
}) {
  const enter = (key: string, value: string) =>
    onChange({ ...entered, fields: { ...entered.fields, [key]: value } });
  const chosen = config.magicValues.find(
    ({ value }) => value === entered.fields[config.magicField],
  );
  return (
    <>
      {config.magicValues.length > 0 && (
        <Choice
          label="Outcome"
          hint={`Of the sandbox: it fills ${wordsOf(config.magicField)} with a magic value.`}
          value={chosen?.value ?? ''}
          options={[
            ['', 'That of what is entered'],
            ...config.magicValues.map(({ value, outcome }) => [value, outcome] as const),
          ]}
          onChange={(value) => enter(config.magicField, value)}
        />
      )}
      {config.fields.map(({ key, type, ...field }) => (
        <Input
          key={key}
          label={wordsOf(key)}
          type={type === 'date' ? 'date' : 'text'}
          autoComplete="off"
          hint={hintOf(field)}
          error={errorOf(`formData.${key}`)}
          value={entered.fields[key] ?? ''}
          onChange={({ target }) => enter(key, target.value)}
        />
      ))}
      <Labelled
        label="Files"
        hint={config.requiresFiles ? NEEDED : undefined}
        error={errorOf('fileIds')}
      >
        {(aria) => (
          <input
            {...aria}
            type="file"
            multiple
            className={fieldClass}
            onChange={({ target }) => onChange({ ...entered, files: [...(target.files ?? [])] })}
          />
        )}
      </Labelled>
    </>
  );
}

/** Whether a field is needed, and what it takes. */
function hintOf({
  required,
  hint,
  pattern,
}: Pick<DocumentConfig['fields'][number], 'required' | 'hint' | 'pattern'>): string | undefined {
  const shape = hint ?? (pattern === undefined ? undefined : `Pattern: ${pattern}`);
  const parts = [required ? NEEDED : undefined, shape === undefined ? undefined : `${shape}.`];
  return parts.filter(Boolean).join(' ') || undefined;
}
