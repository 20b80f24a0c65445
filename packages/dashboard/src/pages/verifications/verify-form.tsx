import { useNavigate } from '@tanstack/react-router';
import { changeWith } from '../../api/call.js';
import { type ChangeKey, newChangeKey } from '../../api/presses.js';
import { useList } from '../../api/use-list.js';
import { useOperation } from '../../api/use-operation.js';
import { type Body, bodyOf, listOf } from '../../resource/form/body.js';
import { Field, Fields } from '../../resource/form/field.js';
import { FormOf } from '../../resource/form/form-of.js';
import { type FieldProps, useField, useOperationForm } from '../../resource/form/use-form.js';
import { Choice } from '../../ui/choice.js';
import { fieldClass, Labelled } from '../../ui/input.js';
import { Loading } from '../../ui/page.js';
import { wordsOf } from '../../words/words-of.js';
import { type DocumentConfig, formDataOf } from './verification.js';

interface FormProps {
  readonly integrationId: string | undefined;
  readonly onClose: () => void;
}

/** The form of a new verification. The fields of a document are those of its configuration. */
export function VerifyForm(props: FormProps) {
  const configs = useList('listDocumentConfigs').rows;
  const [first] = configs;
  if (!first) return <Loading />;
  return <FormOfOne configs={configs} first={first} {...props} />;
}

function FormOfOne({
  configs,
  first,
  integrationId,
  onClose,
}: FormProps & { configs: readonly DocumentConfig[]; first: DocumentConfig }) {
  const navigate = useNavigate();
  const form = useOperationForm('createDocumentVerification', {
    initial: { documentConfigSlug: first.slug, integrationId },
    sent: (body) => documentOf(body, config),
  });
  const { documentConfigSlug: slug = '' } = form.body;
  const known = configs.find((each) => each.slug === slug);
  const older = useOperation(
    'getDocumentConfig',
    { path: { slug: String(slug) } },
    { enabled: !known && slug !== '' },
  );
  const config: DocumentConfig | undefined = known ?? older.data;
  return (
    <FormOf
      form={form}
      submit="Verify"
      refusal={config ? undefined : 'The fields of the document are on their way.'}
      onCancel={onClose}
      done="The verification is created."
      onDone={({ verificationId: id }) =>
        void navigate({ to: '/verifications/$id', params: { id } })
      }
    >
      <Field path="documentConfigSlug" />
      <Field path="state" />
      <Field path="integrationId" />
      {config ? <DocumentFields config={config} /> : slug !== '' && <Loading />}
      <p className="text-muted">
        Without what is needed to submit, the verification waits for it. With files alone, the
        fields are read from them.
      </p>
      <details>
        <summary className="text-muted">More fields</summary>
        <div className="mt-3 flex flex-col gap-4">
          <Fields
            hidden={['documentConfigSlug', 'state', 'integrationId', 'formData', 'fileIds']}
          />
        </div>
      </details>
    </FormOf>
  );
}

/** The request of a form with {@link DocumentFields}. Its files are uploaded first. */
export async function documentOf(body: Body, config: DocumentConfig | undefined): Promise<Body> {
  return {
    ...body,
    formData: config ? formDataOf(bodyOf(body['formData']), config) : {},
    fileIds: await Promise.all(
      listOf(body['fileIds'])
        .filter((each) => each instanceof File)
        .map(uploadFile),
    ),
  };
}

// Not the attribute of the field: without it, a verification is created and waits.
const NEEDED = 'Needed to submit.';

/** A field for each one of a document configuration, and one for its files. */
export function DocumentFields({ config }: { config: DocumentConfig }) {
  const { magicField, magicValues, requiresFiles } = config;
  const outcome = useField(`formData.${magicField}`);
  const chosen = magicValues.find(({ value }) => value === outcome.value);
  return (
    <>
      {magicValues.length > 0 && (
        <Choice
          label="Outcome"
          hint={`Of the sandbox: it fills ${wordsOf(magicField)} with a magic value.`}
          value={chosen?.value ?? ''}
          options={[
            ['', 'That of what is entered'],
            ...magicValues.map(({ value, outcome: ends }) => [value, ends] as const),
          ]}
          onChange={outcome.onChange}
        />
      )}
      {config.fields.map((field) => (
        <Field
          key={field.key}
          path={`formData.${field.key}`}
          label={wordsOf(field.key)}
          hint={hintOf(field)}
          schema={{ type: 'string', ...(field.type === 'date' ? { format: 'date' } : {}) }}
        />
      ))}
      <Field path="fileIds" hint={requiresFiles ? NEEDED : undefined} as={FilesField} />
    </>
  );
}

function FilesField({ label, hint, error, onChange }: FieldProps) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(aria) => (
        <input
          {...aria}
          type="file"
          multiple
          className={fieldClass}
          onChange={({ target }) => onChange([...(target.files ?? [])])}
        />
      )}
    </Labelled>
  );
}

/** Whether a field is needed, and what it takes. */
function hintOf({ required, hint, pattern }: DocumentConfig['fields'][number]): string | undefined {
  const shape = hint ?? (pattern === undefined ? undefined : `Pattern: ${pattern}`);
  const parts = [required ? NEEDED : undefined, shape === undefined ? undefined : `${shape}.`];
  return parts.filter(Boolean).join(' ') || undefined;
}

interface Upload {
  /** The key of this file: a form may have several files. */
  readonly key: ChangeKey;
  id?: string;
}

const uploads = new WeakMap<File, Upload>();

/** Uploads a file for a verification. One that is uploaded already, before a refusal, is not sent again. */
async function uploadFile(file: File): Promise<string> {
  const upload: Upload = uploads.get(file) ?? { key: newChangeKey() };
  uploads.set(file, upload);
  if (upload.id !== undefined) return upload.id;
  const body = new FormData();
  body.set('file', file);
  const { id } = await changeWith(upload.key, 'uploadFile', { body });
  upload.id = id;
  return id;
}
