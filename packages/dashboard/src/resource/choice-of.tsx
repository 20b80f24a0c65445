import { lazy, type ReactNode, Suspense } from 'react';
import { persistently } from '../session/persistently.js';
import { Choice } from '../ui/choice.js';
import { useChoices } from './choices.js';
import { type Source, sources } from './sources.js';

const ChoiceByName = lazy(
  persistently(async () => ({ default: (await import('./choice-by-name.js')).ChoiceByName })),
);

export interface ChoiceProps {
  /** The name of the property, such as `endpointId`. */
  readonly field: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** What an empty value means. Without it, there is a value already. */
  readonly none?: string | undefined;
  readonly required?: boolean | undefined;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A field for one of the objects of a {@link sources}. Of those that may be thousands, one is found by its name. */
export function ChoiceOf(props: ChoiceProps) {
  const source = sources[props.field];
  if (!source?.many) return <ChoiceOfAll {...props} />;
  return (
    <Suspense fallback={<FewChoices {...props} options={[]} />}>
      <ChoiceByName {...props} source={source} many={source.many} />
    </Suspense>
  );
}

export interface SearchedProps extends ChoiceProps {
  readonly source: Source;
  readonly many: NonNullable<Source['many']>;
}

function ChoiceOfAll(props: ChoiceProps) {
  return <FewChoices {...props} options={useChoices(props.field) ?? []} />;
}

/** All of them. What is not offered any more, such as what is archived, may be the value all the same. */
export function FewChoices({
  field: _field,
  none,
  name,
  options,
  ...choice
}: ChoiceProps & {
  options: readonly (readonly [string, string])[];
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
