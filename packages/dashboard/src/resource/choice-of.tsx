import { Suspense, useEffect } from 'react';
import { useList } from '../api/use-list.js';
import { lazyPart } from '../session/persistently.js';
import { Choice } from '../ui/choice.js';
import type { LabelledProps } from '../ui/input.js';
import { type Options, optionsOf, sources } from './sources.js';

const ChoiceByName = lazyPart(() => import('./choice-by-name.js'), 'ChoiceByName');

export interface ChoiceProps extends LabelledProps {
  /** The name of the property, such as `endpointId`. */
  readonly field: string;
  readonly label: string;
  /** The label of the empty option. Absent if there is always a value. */
  readonly none?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field that chooses an object of one of the {@link sources}: by name if there may be many. */
export function ChoiceOf(props: ChoiceProps) {
  const source = sources[props.field];
  if (!source?.many && !source?.several) return <ChoiceOfAll {...props} />;
  return (
    <Suspense fallback={<FewChoices {...props} options={[]} />}>
      <ChoiceByName {...props} source={source} />
    </Suspense>
  );
}

function ChoiceOfAll(props: ChoiceProps) {
  return <FewChoices {...props} options={useChoices(props.field) ?? []} />;
}

/** The options of a field: empty while they load, `undefined` if the field has no source or loading failed. */
export function useChoices(field: string): Options | undefined {
  const source = sources[field];
  const { list = 'listEventTypes', query } = source ?? {};
  const { rows, isError, hasNextPage, fetchNextPage } = useList(list, query, {}, Boolean(source));
  useEffect(() => {
    if (hasNextPage) void fetchNextPage();
  }, [hasNextPage, fetchNextPage]);
  return source && !isError ? optionsOf(source, rows) : undefined;
}

/** All options in a native list. The value may be an object that is no longer offered, such as an archived one. */
export function FewChoices({
  field: _field,
  none,
  name,
  options,
  ...choice
}: ChoiceProps & {
  options: Options;
  /** The label of the value if it is not among the options. */
  name?: string;
}) {
  const { value } = choice;
  const isOffered = value === '' || options.some(([each]) => each === value);
  return (
    <Choice
      {...choice}
      options={[
        ...(none === undefined ? [] : [['', none] as const]),
        ...(isOffered ? [] : [[value, name ?? value] as const]),
        ...options,
      ]}
    />
  );
}
