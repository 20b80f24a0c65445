import { useState } from 'react';
import { change } from '../../api/call.js';
import { requestBodies } from '../../api/generated/bodies.js';
import type { Answer, Input as Sent } from '../../api/operations.js';
import type { FieldProblem } from '../../api/problem-error.js';
import { useChange } from '../../api/use-change.js';
import { ChoiceOf } from '../../resource/choice-of.js';
import { Button } from '../../ui/button.js';
import { Choice } from '../../ui/choice.js';
import { Form } from '../../ui/form.js';
import { Input } from '../../ui/input.js';
import { wordsOf } from '../../words/words-of.js';

type Role = Answer<'getRole'>;

/** Makes a role, or changes one. It is not made from the schema, because what may be chosen depends on the kind. */
export function RoleForm({
  before,
  onDone,
  onCancel,
}: {
  /** The role to change. Without it, a new one is made. */
  before?: Role;
  onDone: (after: Role) => void;
  onCancel: () => void;
}) {
  const [name, setName] = useState(before?.name ?? '');
  const [packageId, setPackageId] = useState(before?.packageId ?? '');
  const [drafts, setDrafts] = useState<readonly RequirementDraft[]>(
    () => before?.requirements.map(draftOf) ?? [],
  );
  const save = useChange((key) => {
    const body = {
      name,
      packageId: packageId === '' ? null : packageId,
      requirements: requirementsOf(drafts),
    };
    return before
      ? change(key, 'changeRole', { path: { id: before.id }, body })
      : change(key, 'createRole', { body });
  });
  return (
    <Form
      submit={before ? 'Save role' : 'Create role'}
      change={save}
      onSubmit={() => save.mutate(undefined, { onSuccess: onDone })}
      onCancel={onCancel}
    >
      <Input
        label="Name"
        required
        value={name}
        error={save.errorOf('name')}
        onChange={({ target }) => setName(target.value)}
      />
      <ChoiceOf
        field="packageId"
        label="Package"
        hint="An invitation to the role orders it."
        none="None"
        value={packageId}
        error={save.errorOf('packageId')}
        onChange={setPackageId}
      />
      {drafts.map((draft, place) => (
        <RequirementFields
          key={draft.key}
          place={place}
          value={draft}
          problems={save.problems}
          onChange={(next) => setDrafts(drafts.with(place, next))}
          onRemove={() => setDrafts(drafts.toSpliced(place, 1))}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        {requirementKinds.map((kind) => (
          <Button key={kind} onClick={() => setDrafts([...drafts, newDraft(kind)])}>
            Add {wordsOf(kind).toLowerCase()}
          </Button>
        ))}
      </div>
      {drafts.length === 0 && <p className="text-muted">It asks for nothing yet.</p>}
    </Form>
  );
}

/** The fields of one requirement. */
function RequirementFields({
  place,
  value,
  onChange,
  onRemove,
  problems,
}: {
  /** From 0, as problem documents count. */
  place: number;
  value: RequirementDraft;
  onChange: (value: RequirementDraft) => void;
  onRemove: () => void;
  problems: readonly FieldProblem[];
}) {
  const problemOf = (name: keyof Requirement) => {
    const path = `requirements.${place}.${name}`;
    return problems.find(({ param }) => param === path || param.startsWith(`${path}.`))?.message;
  };
  return (
    <fieldset className="grid grid-cols-1 gap-3 rounded-md border border-line p-3 sm:grid-cols-2">
      <legend className="px-1 text-xs font-medium text-muted">Requirement {place + 1}</legend>
      <Choice
        label="Kind"
        value={value.kind}
        error={problemOf('kind')}
        options={requirementKinds.map((kind) => [kind, wordsOf(kind)])}
        onChange={(next) => {
          const kind = requirementKinds.find((each) => each === next);
          if (kind) onChange({ ...value, kind, slug: '' });
        }}
      />
      <ChoiceOf
        key={value.kind}
        field={value.kind === 'check' ? 'checkTypeSlug' : 'documentConfigSlug'}
        label={wordsOf(value.kind)}
        none="–"
        required
        value={value.slug}
        error={problemOf('slug')}
        onChange={(slug) => onChange({ ...value, slug })}
      />
      <Input
        label="Valid for days"
        hint="Empty: without end."
        type="number"
        value={value.validForDays}
        error={problemOf('validForDays')}
        onChange={({ target }) => onChange({ ...value, validForDays: target.value })}
      />
      <Input
        label="States"
        hint="Such as CA, NY. Empty: all."
        value={value.states}
        error={problemOf('states')}
        onChange={({ target }) => onChange({ ...value, states: target.value })}
      />
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={value.required}
          onChange={({ target }) => onChange({ ...value, required: target.checked })}
        />
        Required
      </label>
      <Button look="quiet" className="justify-self-end" onClick={onRemove}>
        Remove<span className="sr-only"> requirement {place + 1}</span>
      </Button>
    </fieldset>
  );
}

export type Requirement = Answer<'getRole'>['requirements'][number];
type NewRequirements = NonNullable<NonNullable<Sent<'createRole'>['body']>['requirements']>;

/** The kinds of requirements, as the API has them. */
const requirementKinds: readonly Requirement['kind'][] =
  requestBodies.createRole.properties.requirements.items.properties.kind.enum;

/** A requirement as it is typed. */
interface RequirementDraft {
  /** For its place in the form only. */
  readonly key: string;
  readonly kind: Requirement['kind'];
  readonly slug: string;
  readonly required: boolean;
  /** Empty: without end. */
  readonly validForDays: string;
  /** Codes of states, such as `CA, NY`. Empty: all. */
  readonly states: string;
}

let drafts = 0;

function nextKey(): string {
  drafts += 1;
  return String(drafts);
}

function newDraft(kind: Requirement['kind']): RequirementDraft {
  return {
    key: nextKey(),
    kind,
    slug: '',
    required: true,
    validForDays: '',
    states: '',
  };
}

function draftOf(requirement: Requirement): RequirementDraft {
  const { validForDays, states } = requirement;
  return {
    ...requirement,
    key: nextKey(),
    validForDays: validForDays === null ? '' : String(validForDays),
    states: states?.join(', ') ?? '',
  };
}

/** The requirements of a request. The API checks them. */
function requirementsOf(drafts: readonly RequirementDraft[]): NewRequirements {
  return drafts.map(({ kind, slug, required, validForDays, states }) => {
    const codes = states
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter((code) => code !== '');
    return {
      kind,
      slug,
      required,
      validForDays: validForDays === '' ? null : Number(validForDays),
      states: codes.length === 0 ? null : codes,
    };
  });
}
