import { requestBodies } from '../../api/generated/bodies.js';
import type { Answer } from '../../api/operations.js';
import { textsOf, valueAt } from '../../resource/form/body.js';
import { Field, ItemsField, useForm } from '../../resource/form/field.js';
import { CodesField, ObjectField } from '../../resource/form/widgets.js';
import { Choice } from '../../ui/choice.js';
import { wordsOf } from '../../words/words-of.js';

export type Requirement = Answer<'getRole'>['requirements'][number];

const kinds: readonly Requirement['kind'][] =
  requestBodies.createRole.properties.requirements.items.properties.kind.enum;

const added = Object.fromEntries(
  kinds.map((kind) => [`Add ${wordsOf(kind).toLowerCase()}`, { kind }] as const),
);

export const roleFields = (
  <>
    <Field path="name" />
    <Field path="packageId" />
    <Field
      path="requirements"
      as={(props) => (
        <ItemsField
          {...props}
          item="requirement"
          added={added}
          empty="No requirements yet."
          row={(at) => <RequirementFields at={at} />}
        />
      )}
    />
  </>
);

function RequirementFields({ at }: { at: string }) {
  const { body, set } = useForm();
  const kind = String(valueAt(body, `${at}.kind`));
  return (
    <>
      <Field
        path={`${at}.kind`}
        as={({ path, labels }) => (
          <Choice
            {...labels}
            value={kind}
            options={kinds.map((each) => [each, wordsOf(each)])}
            onChange={(next) => {
              set(path, next);
              // The slug of one kind is not valid for the other.
              set(`${at}.slug`, undefined);
            }}
          />
        )}
      />
      <Field
        key={kind}
        path={`${at}.slug`}
        labels={{ label: wordsOf(kind) }}
        as={(props) => (
          <ObjectField
            {...props}
            choices={kind === 'check' ? 'checkTypeSlug' : 'documentConfigSlug'}
          />
        )}
      />
      <Field path={`${at}.validForDays`} />
      <Field
        path={`${at}.states`}
        as={({ onChange, ...props }) => (
          <CodesField
            {...props}
            // No codes mean all states.
            onChange={(codes) => onChange(textsOf(codes).length === 0 ? null : codes)}
          />
        )}
      />
      <Field path={`${at}.required`} />
    </>
  );
}
