import { useState } from 'react';
import { change } from '../../api/call.js';
import type { Answer } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { useChoices } from '../../resource/choices.js';
import { wordsOf } from '../../resource/words-of.js';
import { Button } from '../../ui/button.js';
import { Choice } from '../../ui/choice.js';
import { Form } from '../../ui/form.js';
import { Input } from '../../ui/input.js';
import {
  draftOf,
  newDraft,
  type RequirementDraft,
  requirementKinds,
  requirementsOf,
} from './requirement-draft.js';
import { RequirementFields } from './requirement-fields.js';

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
  const isKnown = packageId === '' || packages.some(([id]) => id === packageId);
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
      <Choice
        label="Package"
        hint="An invitation to the role orders it."
        value={packageId}
        error={save.errorOf('packageId')}
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
