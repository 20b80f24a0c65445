import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { JsonSchema } from '../api/json-schema.js';
import { type ListId, operationRow } from '../api/operations.js';
import { TimeInput } from '../clock/time-input.js';
import { Button } from '../ui/button.js';
import { Choice } from '../ui/choice.js';
import { Suggest } from '../ui/suggest.js';
import { hasChoices, useSuggestions } from './choices.js';
import { wordsOf } from './words-of.js';

const PATIENCE_MS = 300;

/** The filters of the address, which is where a list keeps them: a link shows the same rows. */
export function useFilters(): Readonly<Record<string, string>> {
  return useSearch({ strict: false });
}

/** Those values of the address that are filters of a list. Others, such as the chosen row, are for the page. */
export function useFiltersOf(list: ListId): Readonly<Record<string, string>> {
  const known = operationRow(list).filters ?? {};
  return Object.fromEntries(Object.entries(useFilters()).filter(([name]) => name in known));
}

/** The filters of a list, as the API has them. A field writes the address. The search, and those with values to choose from, come first. */
export function FilterBar({ list, hidden = [] }: { list: ListId; hidden?: readonly string[] }) {
  const values = useFilters();
  const navigate = useNavigate();
  const filters = Object.entries(operationRow(list).filters ?? {}).filter(
    ([name]) => !hidden.includes(name) && name !== 'include',
  );
  if (filters.length === 0) return null;
  const isChosen = ([name, schema]: (typeof filters)[number]) =>
    name === 'q' || schema.enum !== undefined || schema.type === 'boolean' || hasChoices(name);
  const first = filters.filter(isChosen);
  const others = filters.filter((filter) => !isChosen(filter));
  const isUsed = ([name]: (typeof filters)[number]) => values[name] !== undefined;
  const fields = (some: typeof filters) =>
    some.map(([name, schema]) => <FilterField key={name} name={name} schema={schema} />);
  return (
    <search className="flex flex-col gap-2 px-4 pb-3">
      <div className="flex flex-wrap items-end gap-3">
        {fields(first.length > 0 ? first : others)}
        {filters.some(isUsed) && (
          <Button
            look="quiet"
            onClick={() => void navigate({ to: '.', replace: true, search: {} })}
          >
            Clear filters
          </Button>
        )}
      </div>
      {first.length > 0 && others.length > 0 && (
        <details open={others.some(isUsed)}>
          <summary className="w-fit text-xs text-muted">More filters</summary>
          <div className="mt-2 flex flex-wrap items-end gap-3">{fields(others)}</div>
        </details>
      )}
    </search>
  );
}

function FilterField({ name, schema }: { name: string; schema: JsonSchema }) {
  const value = useFilters()[name] ?? '';
  const navigate = useNavigate();
  const choices = useSuggestions(name);
  const set = useCallback(
    (next: string) => {
      void navigate({
        to: '.',
        replace: true,
        search: (before: Record<string, string>) => {
          const { [name]: _former, ...others } = before;
          return next === '' ? others : { ...others, [name]: next };
        },
      });
    },
    [name, navigate],
  );
  const known = schema.enum ?? (schema.type === 'boolean' ? [true, false] : undefined);
  const options =
    known?.map((each) => [String(each), wordsOf(String(each))] as const) ??
    (choices?.complete ? choices.options : undefined);
  // The options show names.
  const label = wordsOf(choices ? name.replace(/(Id|Slug)$/, '') : name);
  // What is not offered, such as what is archived, may be in the address all the same.
  const isOffered = value === '' || options?.some(([each]) => each === value);
  if (options)
    return (
      <Choice
        label={label}
        value={value}
        onChange={set}
        options={[['', 'All'], ...options, ...(isOffered ? [] : [[value, value] as const])]}
      />
    );
  return schema.format === 'date-time' ? (
    <LateTime label={label} value={value} onChange={set} />
  ) : (
    <LateInput label={label} value={value} options={choices?.options ?? []} onChange={set} />
  );
}

interface LateProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** What stands in a field, and a function to set it. It counts once its user pauses. */
function useLate({ value, onChange }: LateProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => onChange(text.trim()), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return [text, setText] as const;
}

function LateTime(props: LateProps) {
  const [instant, setInstant] = useLate(props);
  return <TimeInput label={props.label} value={instant} onChange={setInstant} />;
}

function LateInput({
  options,
  ...props
}: LateProps & { options: readonly (readonly [string, string])[] }) {
  const [text, setText] = useLate(props);
  return (
    <Suggest
      label={props.label}
      type="search"
      options={options}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
