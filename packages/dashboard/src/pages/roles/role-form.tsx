import { requestBodies } from '../../api/generated/bodies.js';
import type { Answer } from '../../api/operations.js';
import { bodyOf, listOf, textsOf } from '../../resource/form/body.js';
import { Field, ObjectField } from '../../resource/form/field.js';
import { FormOf, type FormOfProps } from '../../resource/form/form-of.js';
import { type FieldProps, useFormAround, useOperationForm } from '../../resource/form/use-form.js';
import { CodesField } from '../../resource/form/widgets.js';
import { Button } from '../../ui/button.js';
import { Choice } from '../../ui/choice.js';
import { wordsOf } from '../../words/words-of.js';

type Role = Answer<'getRole'>;
export type Requirement = Role['requirements'][number];

/** The kinds of requirements, as the API has them. */
const kinds: readonly Requirement['kind'][] =
  requestBodies.createRole.properties.requirements.items.properties.kind.enum;

/** Makes a role, or changes one. */
export function RoleForm({
  before,
  ...rest
}: Pick<FormOfProps<Role>, 'done' | 'onDone' | 'onCancel'> & {
  /** The role to change. Without it, a new one is made. */
  before?: Role;
}) {
  const form = useOperationForm(before ? 'changeRole' : 'createRole', {
    path: before && { id: before.id },
    initial: before ?? { requirements: [] },
  });
  return (
    <FormOf {...rest} form={form} submit={before ? 'Save role' : 'Create role'}>
      <Field path="name" />
      <Field path="packageId" />
      <Field path="requirements" as={Requirements} />
    </FormOf>
  );
}

/** The requirements have a list of their own, because what may be chosen depends on their kind. */
function Requirements({ path, value, onChange }: FieldProps) {
  const items = listOf(value);
  return (
    <>
      {items.map((item, index) => {
        const at = `${path}.${index}`;
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: an item has no name but its place.
            key={index}
            className="grid grid-cols-1 gap-3 rounded-md border border-line p-3 sm:grid-cols-2"
          >
            <legend className="px-1 text-xs font-medium text-muted">Requirement {index + 1}</legend>
            <Field path={`${at}.kind`} as={KindField} />
            <Field
              key={String(bodyOf(item)['kind'])}
              path={`${at}.slug`}
              label={wordsOf(String(bodyOf(item)['kind']))}
              as={bodyOf(item)['kind'] === 'check' ? CheckField : DocumentField}
            />
            <Field path={`${at}.validForDays`} />
            <Field path={`${at}.states`} as={StatesField} />
            <Field path={`${at}.required`} />
            <Button
              look="quiet"
              className="justify-self-end"
              onClick={() => onChange(items.toSpliced(index, 1))}
            >
              Remove<span className="sr-only"> requirement {index + 1}</span>
            </Button>
          </fieldset>
        );
      })}
      <div className="flex flex-wrap gap-2">
        {kinds.map((kind) => (
          <Button key={kind} onClick={() => onChange([...items, { kind }])}>
            Add {wordsOf(kind).toLowerCase()}
          </Button>
        ))}
      </div>
      {items.length === 0 && <p className="text-muted">It asks for nothing yet.</p>}
    </>
  );
}

function KindField({ path, label, error, value }: FieldProps) {
  const { set } = useFormAround();
  const requirement = path.slice(0, path.lastIndexOf('.'));
  return (
    <Choice
      label={label}
      error={error}
      value={String(value)}
      options={kinds.map((kind) => [kind, wordsOf(kind)])}
      onChange={(kind) => {
        set(path, kind);
        // A slug of the other kind does not fit.
        set(`${requirement}.slug`, undefined);
      }}
    />
  );
}

const CheckField = (props: FieldProps) => <ObjectField {...props} choices="checkTypeSlug" />;
const DocumentField = (props: FieldProps) => (
  <ObjectField {...props} choices="documentConfigSlug" />
);

/** No code means all states. */
function StatesField({ onChange, ...props }: FieldProps) {
  return (
    <CodesField
      {...props}
      onChange={(codes) => onChange(textsOf(codes).length === 0 ? null : codes)}
    />
  );
}
