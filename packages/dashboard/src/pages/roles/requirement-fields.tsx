import type { FieldProblem } from '../../api/problem-error.js';
import { useOperation } from '../../api/use-operation.js';
import { wordsOf } from '../../resource/words-of.js';
import { Button } from '../../ui/button.js';
import { Choice } from '../../ui/choice.js';
import { Input } from '../../ui/input.js';
import { type Requirement, type RequirementDraft, requirementKinds } from './requirement-draft.js';

/** The fields of one requirement. */
export function RequirementFields({
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
  const options = useSlugs(value.kind);
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
      <Choice
        label={wordsOf(value.kind)}
        required
        value={value.slug}
        error={problemOf('slug')}
        options={[['', '–'], ...options]}
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

/** The slugs that a requirement of a kind may have, and their names. */
function useSlugs(kind: Requirement['kind']): readonly (readonly [string, string])[] {
  const checks = useOperation('listCheckTypes');
  const documents = useOperation('listDocumentConfigs', { query: { limit: 100 } });
  const { data } = kind === 'check' ? checks : documents;
  return data?.data.map(({ slug, name }) => [slug, name] as const) ?? [];
}
