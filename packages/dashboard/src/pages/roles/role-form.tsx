import { useState } from 'react';
import { call } from '../../api/call.js';
import type { Answer } from '../../api/operations.js';
import { ProblemError } from '../../api/problem-error.js';
import { useChange } from '../../api/use-operation.js';
import { useChoices } from '../../resource/choices.js';
import { wordsOf } from '../../resource/words-of.js';
import { Button } from '../../ui/button.js';
import { Choice } from '../../ui/choice.js';
import { Form } from '../../ui/form.js';
import { Input } from '../../ui/input.js';
import { draftOf, newDraft, type RequirementDraft, requirementsOf } from './requirement-draft.js';
import { RequirementFields } from './requirement-fields.js';
import { requirementKinds } from './requirement-kinds.js';

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
  const packages = useChoices('packageId') ?? [];
  const save = useChange(() => {
    const body = {
      name,
      packageId: packageId === '' ? null : packageId,
      requirements: requirementsOf(drafts),
    };
    return before
      ? call('changeRole', { path: { id: before.id }, body })
      : call('createRole', { body });
  });
  const problems = save.error instanceof ProblemError ? save.error.fields : [];
  const problemOf = (param: string) => problems.find((each) => each.param === param)?.message;
  const isKnown = packageId === '' || packages.some(([id]) => id === packageId);
  return (
    <Form
      submit={before ? 'Save role' : 'Create role'}
      pending={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate(undefined, { onSuccess: onDone })}
      onCancel={onCancel}
    >
      <Input
        label="Name"
        required
        value={name}
        error={problemOf('name')}
        onChange={({ target }) => setName(target.value)}
      />
      <Choice
        label="Package"
        hint="An invitation to the role orders it."
        value={packageId}
        error={problemOf('packageId')}
        options={[
          ['', 'None'],
          // It may be archived by now.
          ...(isKnown ? [] : [[packageId, packageId] as const]),
          ...packages,
        ]}
        onChange={setPackageId}
      />
      {drafts.map((draft, place) => (
        <RequirementFields
          key={draft.key}
          place={place}
          value={draft}
          problems={problems}
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
