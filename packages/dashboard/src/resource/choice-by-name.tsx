import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { callWith } from '../api/call.js';
import { lazyPart } from '../session/persistently.js';
import { TextLink } from '../ui/link-button.js';
import { type ChoiceProps, FewChoices, useChoices } from './choice-of.js';
import { useName } from './references.js';
import { type Options, optionsOf, type Source } from './sources.js';
import { useSettled } from './use-settled.js';

const Combobox = lazyPart(() => import('../ui/combobox.js'), 'Combobox');

/** The most options to show: in a native list all objects, otherwise the found ones. */
const MOST_SHOWN = 10;

/** The newest objects with a text in their names, and one more if there are more. */
function foundQuery({ list, query }: Source, q: string) {
  return queryOptions({
    queryKey: ['found', list, query, q],
    // Aborts an earlier search, so that its answer is not shown for a later text.
    queryFn: async ({ signal }) => {
      const input = { query: { ...query, q, limit: MOST_SHOWN + 1 } };
      const page = (await callWith(list, input, signal)) as { readonly data: readonly object[] };
      return page.data;
    },
  });
}

/** Chooses an object of a list: natively among a few, or by search among many. Does not switch while it is open. */
export function ChoiceByName({ source, ...props }: ChoiceProps & { source: Source }) {
  const { many } = source;
  return many ? <FoundByApi {...props} source={source} many={many} /> : <FoundHere {...props} />;
}

type Many = NonNullable<Source['many']>;

function FoundByApi({ source, many, ...props }: ChoiceProps & { source: Source; many: Many }) {
  const [text, setText] = useState('');
  const q = useSettled(text.trim());
  const { data, isPlaceholderData } = useQuery({
    ...foundQuery(source, q),
    placeholderData: keepPreviousData,
  });
  const isMissing = data?.length === 0 && q === '' && props.required;
  return (
    <FewOrMany
      {...props}
      hint={
        isMissing ? (
          <>
            There is no {many.kind} yet. <TextLink to={many.page} label="Create one" /> first.
          </>
        ) : (
          props.hint
        )
      }
      name={useName(many.kind, props.value)}
      options={data && optionsOf(source, data)}
      isSearching={isPlaceholderData || q !== text.trim()}
      onSearch={setText}
    />
  );
}

function FoundHere(props: ChoiceProps) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const all = useChoices(props.field) ?? [];
  const found = all.filter(([, shown]) => shown.toLowerCase().includes(wanted));
  const [, name = props.value] = all.find(([each]) => each === props.value) ?? [];
  return (
    <FewOrMany
      {...props}
      name={name}
      options={all.length === 0 ? undefined : found}
      isSearching={false}
      onSearch={setText}
    />
  );
}

function FewOrMany({
  options,
  isSearching,
  onSearch,
  ...choice
}: ChoiceProps & {
  name: string;
  /** The options found. `undefined` until the first are loaded. */
  options: Options | undefined;
  isSearching: boolean;
  onSearch: (text: string) => void;
}) {
  const [isFew, setFew] = useState<boolean>();
  if (isFew === undefined && options) setFew(options.length <= MOST_SHOWN);
  if (isFew !== false) return <FewChoices {...choice} options={options ?? []} />;
  return (
    <Suspense fallback={<FewChoices {...choice} options={[]} />}>
      <Combobox
        {...choice}
        options={options?.slice(0, MOST_SHOWN) ?? []}
        hasMore={(options?.length ?? 0) > MOST_SHOWN}
        isSearching={isSearching}
        onSearch={onSearch}
      />
    </Suspense>
  );
}
