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
  /** What an empty value means. Without it, there is a value already. */
  readonly none?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field for one of the objects of a {@link sources}. Of those that may be many, one is found by its name. */
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

/** All values for a field. Undefined: it has none to choose from, or they could not be loaded. While they load there are none. */
export function useChoices(field: string): Options | undefined {
  const source = sources[field];
  const { list = 'listEventTypes', query } = source ?? {};
  const { rows, isError, hasNextPage, fetchNextPage } = useList(list, query, {}, Boolean(source));
  useEffect(() => {
    if (hasNextPage) void fetchNextPage();
  }, [hasNextPage, fetchNextPage]);
  return source && !isError ? optionsOf(source, rows) : undefined;
}

/** All of them. What is not offered any more, such as what is archived, may be the value all the same. */
export function FewChoices({
  field: _field,
  none,
  name,
  options,
  ...choice
}: ChoiceProps & {
  options: Options;
  /** What the value is called where it is not among the options. */
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
