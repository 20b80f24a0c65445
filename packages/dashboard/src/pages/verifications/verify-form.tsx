import { useNavigate } from '@tanstack/react-router';
import { useList } from '../../api/use-list.js';
import { type Body, bodyOf, listOf, valueAt } from '../../resource/form/body.js';
import { Field, Fields, useForm } from '../../resource/form/field.js';
import { Form } from '../../resource/form/form.js';
import { Choice } from '../../ui/choice.js';
import { Input } from '../../ui/input.js';
import { Loading } from '../../ui/page.js';
import { wordsOf } from '../../words/words-of.js';
import { type DocumentConfig, formDataOf } from './verification.js';

const first = ['documentConfigSlug', 'state', 'integrationId'];

export function VerifyForm({
  integrationId,
  onClose,
}: {
  integrationId: string | undefined;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const { rows: configs } = useList('listDocumentConfigs');
  const [newest] = configs;
  if (!newest) return <Loading />;
  // The field of the document loads all configurations.
  const configOf = ({ documentConfigSlug }: Body) =>
    configs.find(({ slug }) => slug === documentConfigSlug);
  return (
    <Form
      operation="createDocumentVerification"
      initial={{ documentConfigSlug: newest.slug, integrationId }}
      sent={(body) => documentOf(body, configOf(body))}
      submit="Verify"
      when={({ body }) => {
        const config = configOf(body);
        return {
          refusal: config ? undefined : 'Loading the fields of the document …',
          fields: (
            <>
              {first.map((path) => (
                <Field key={path} path={path} />
              ))}
              {config && <DocumentFields config={config} />}
              <p className="text-muted">
                Without a required field or file, the verification waits for it. With files alone,
                the fields are read from the files.
              </p>
              <details>
                <summary className="text-muted">More fields</summary>
                <div className="mt-3 flex flex-col gap-4">
                  <Fields hidden={[...first, 'formData', 'fileIds']} />
                </div>
              </details>
            </>
          ),
        };
      }}
      onCancel={onClose}
      done="Verification created."
      onDone={({ verificationId: id }) =>
        void navigate({ to: '/verifications/$id', params: { id } })
      }
    />
  );
}

export function documentOf(body: Body, config: DocumentConfig | undefined): Body {
  return {
    ...body,
    formData: config ? formDataOf(bodyOf(body['formData']), config) : {},
    fileIds: listOf(body['fileIds']).filter((each) => each instanceof File),
  };
}

// Not the `required` attribute: without the value, a verification is still created, and waits.
const NEEDED = 'Required to submit.';

export function DocumentFields({ config }: { config: DocumentConfig }) {
  const { magicField, magicValues, requiresFiles } = config;
  const { body, set } = useForm();
  const path = `formData.${magicField}`;
  const outcome = valueAt(body, path);
  return (
    <>
      {magicValues.length > 0 && (
        <Choice
          label="Outcome"
          hint={`Sandbox only: fills ${wordsOf(magicField)} with a magic value.`}
          value={magicValues.find(({ value }) => value === outcome)?.value ?? ''}
          options={[
            ['', 'From the fields'],
            ...magicValues.map(({ value, outcome: ends }) => [value, ends] as const),
          ]}
          onChange={(next) => set(path, next)}
        />
      )}
      {config.fields.map((field) => (
        <Field
          key={field.key}
          path={`formData.${field.key}`}
          labels={{ label: wordsOf(field.key), hint: hintOf(field) }}
          schema={{ type: 'string', ...(field.type === 'date' ? { format: 'date' } : {}) }}
        />
      ))}
      <Field
        path="fileIds"
        labels={{ hint: requiresFiles ? NEEDED : undefined }}
        as={({ labels, onChange }) => (
          <Input
            {...labels}
            type="file"
            multiple
            onChange={({ target }) => onChange([...(target.files ?? [])])}
          />
        )}
      />
    </>
  );
}

function hintOf({ required, hint, pattern }: DocumentConfig['fields'][number]): string | undefined {
  const shape = hint ?? (pattern === undefined ? undefined : `Pattern: ${pattern}`);
  const parts = [required ? NEEDED : undefined, shape === undefined ? undefined : `${shape}.`];
  return parts.filter(Boolean).join(' ') || undefined;
}
