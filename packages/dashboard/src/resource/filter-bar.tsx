import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { filtersOf } from '../api/filters.js';
import type { JsonSchema } from '../api/json-schema.js';
import type { ListId } from '../api/operations.js';
import { TimeInput } from '../clock/time-input.js';
import { Button } from '../ui/button.js';
import { Choice } from '../ui/choice.js';
import { Input } from '../ui/input.js';
import { emptyLabelOf, labelOf, shownValue } from '../words/fields.js';
import { ChoiceOf } from './choice-of.js';
import { choicesOf } from './sources.js';
import { useSettled } from './use-settled.js';

/** The filters of a list, which are kept in the URL so that a link shows the same rows. */
export function useFilters(): Readonly<Record<string, string>> {
  return useSearch({ strict: false });
}

/** The query parameters of the URL that are filters of a list. Others, such as the chosen row, are for the page. */
export function useFiltersOf(list: ListId): Readonly<Record<string, string>> {
  const known = filtersOf(list);
  return Object.fromEntries(Object.entries(useFilters()).filter(([name]) => name in known));
}

/** The filters of a list, as the API has them. Each field sets the URL. The search and the filters with options come first. */
export function FilterBar({ list, hidden = [] }: { list: ListId; hidden?: readonly string[] }) {
  const values = useFilters();
  const navigate = useNavigate();
  const filters = Object.entries(filtersOf(list)).filter(
    ([name]) => !hidden.includes(name) && name !== 'include',
  );
  if (filters.length === 0) return null;
  const isChosen = ([name, schema]: (typeof filters)[number]) =>
    name === 'q' ||
    name === 'externalId' ||
    schema.enum !== undefined ||
    choicesOf(name, list) !== undefined;
  const first = filters.filter(isChosen);
  const others = filters.filter((filter) => !isChosen(filter));
  const isUsed = ([name]: (typeof filters)[number]) => values[name] !== undefined;
  const fields = (some: typeof filters) =>
    some.map(([name, schema]) => (
      <FilterField key={name} list={list} name={name} schema={schema} />
    ));
  return (
    <search className="flex flex-col gap-2 px-4 pb-3">
      <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
        {fields(first.length > 0 ? first : others)}
        {filters.some(isUsed) && (
          <Button look="quiet" onClick={() => void navigate({ to: '.', search: {} })}>
            Clear filters
          </Button>
        )}
      </div>
      {first.length > 0 && others.length > 0 && (
        <details open={others.some(isUsed)}>
          <summary className="w-fit text-xs text-muted">More filters</summary>
          <div className="mt-2 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
            {fields(others)}
          </div>
        </details>
      )}
    </search>
  );
}

function FilterField({ list, name, schema }: { list: ListId; name: string; schema: JsonSchema }) {
  const value = useFilters()[name] ?? '';
  const navigate = useNavigate();
  const choices = choicesOf(name, list);
  const isTyped = schema.enum === undefined && choices === undefined;
  const set = useCallback(
    (next: string) => {
      void navigate({
        to: '.',
        // Back undoes a whole filter, not each pause in the typing of it.
        replace: isTyped && value !== '' && next !== '',
        search: (before: Record<string, string>) => {
          const { [name]: _former, ...others } = before;
          return next === '' ? others : { ...others, [name]: next };
        },
      });
    },
    [name, navigate, isTyped, value],
  );
  const field = { label: labelOf(name, list), value, onChange: set };
  if (choices !== undefined) return <ChoiceOf {...field} field={choices} none="All" />;
  const options = schema.enum?.map((each) => [String(each), shownValue(name, each)] as const);
  if (options) {
    const none = emptyLabelOf(name, list) ?? 'All';
    const others = options.filter(([, shown]) => shown !== none);
    return <Choice {...field} options={[['', none], ...others]} />;
  }
  return schema.format === 'date-time' ? (
    <DebouncedTime {...field} />
  ) : (
    <DebouncedInput {...field} isState={name === 'workState'} />
  );
}

interface LateProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The text of a field, and its setter. Calls `onChange` once the user pauses. */
function useDebounced({ value, onChange }: LateProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const settled = useSettled(text.trim());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the URL from elsewhere is not overwritten.
  useEffect(() => {
    if (settled !== value && settled === text.trim()) onChange(settled);
  }, [settled]);
  return [text, setText] as const;
}

function DebouncedTime(props: LateProps) {
  const [instant, setInstant] = useDebounced(props);
  return <TimeInput label={props.label} value={instant} onChange={setInstant} />;
}

function DebouncedInput({ isState, ...props }: LateProps & { isState: boolean }) {
  const [text, setText] = useDebounced(props);
  return (
    <Input
      label={props.label}
      type="search"
      value={text}
      onChange={({ target: { value } }) => setText(isState ? value.toUpperCase() : value)}
    />
  );
}
