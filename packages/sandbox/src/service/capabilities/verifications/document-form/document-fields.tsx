import type { FC } from 'hono/jsx';
import type { EnteredDocument } from '../../../db/schema/index.js';
import { figure } from '../../../limits/limits.js';
import { Checkbox, Field, type FieldError } from '../../../pages/field.js';
import type { SentForm } from '../../../pages/read-form.js';
import type { DocumentConfiguration } from '../records.js';
import { capitalize, fieldId, fieldLabel, fieldName, MOST_FILES } from './entered-document.js';

interface DocumentFieldsProps {
  readonly config: DocumentConfiguration;
  readonly stored: EnteredDocument;
  /** The number of other files of the document, which cannot be removed here. */
  readonly givenFiles?: number;
  /** The form that was sent and refused. `undefined` if none was sent. */
  readonly form: SentForm | undefined;
  readonly errors: readonly FieldError[];
}

export const DocumentFields: FC<DocumentFieldsProps> = ({ config, stored, form, ...more }) => {
  const { errors, givenFiles = 0 } = more;
  const files = stored.fileIds.length;
  const hasFiles = files + givenFiles > 0;
  return (
    <>
      {config.fields.map(({ key, type, required, hint }, index) => (
        <Field
          id={fieldId(index)}
          name={fieldName(key)}
          label={fieldLabel(key)}
          type={type === 'date' ? 'date' : 'text'}
          required={required}
          value={form ? form.text(fieldName(key)) : (stored.formData[key] ?? '')}
          errors={errors}
          {...(type === 'date' || hint === undefined ? {} : { hint: `${capitalize(hint)}.` })}
        />
      ))}
      {givenFiles === 0 ? null : <p class="hint">Files that we already have: {givenFiles}.</p>}
      {files === 0 ? null : (
        <fieldset>
          <legend>Files that you added</legend>
          {stored.fileIds.map((_, index) => (
            <Checkbox
              id={`remove-${index + 1}`}
              name="remove"
              value={String(index + 1)}
              checked={form?.texts('remove').includes(String(index + 1)) ?? false}
              errors={errors}
            >
              Remove file {index + 1}
            </Checkbox>
          ))}
        </fieldset>
      )}
      <Field
        id="files"
        label={hasFiles ? 'More files' : 'Files'}
        type="file"
        accept="application/pdf,image/png,image/jpeg"
        required={config.requiresFiles && !hasFiles}
        hint={`PDF, PNG or JPEG. At most ${MOST_FILES} files, ${figure('file')} each and ${figure('pageForm')} in total.`}
        errors={errors}
      />
    </>
  );
};
