import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { callWith } from '../api/call.js';
import { persistently } from '../session/persistently.js';
import { FewChoices, type SearchedProps } from './choice-of.js';
import { useName } from './names.js';
import { type Options, optionsOf, type Source } from './sources.js';
import { useSettled } from './use-settled.js';

const Combobox = lazy(
  persistently(async () => ({ default: (await import('../ui/combobox.js')).Combobox })),
);

/** The most that are shown at a time: in a native list all of them, or those found. */
const MOST_SHOWN = 10;

/** The newest objects with a text in their names, and one more if there are more. */
export function foundQuery({ list, query }: Source, q: string) {
  return queryOptions({
    queryKey: ['found', list, query, q],
    // An answer to an earlier text is not shown for a later one.
    queryFn: async ({ signal }) => {
      const input = { query: { ...query, q, limit: MOST_SHOWN + 1 } };
      const page = (await callWith(list, input, signal)) as { readonly data: readonly object[] };
      return page.data;
    },
  });
}

/** One of the objects of a list: a native choice of a few, or a search of many. It stays what it was when it was opened. */
export function ChoiceByName(props: SearchedProps) {
  const { source, many, hint, value } = props;
  const [text, setText] = useState('');
  const q = useSettled(text.trim());
  const { data, isPlaceholderData } = useQuery({
    ...foundQuery(source, q),
    placeholderData: keepPreviousData,
  });
  const [isFew, setFew] = useState<boolean>();
  if (isFew === undefined && data) setFew(data.length <= MOST_SHOWN);
  const name = useName(many.kind, value);
  const options: Options = optionsOf(source, data ?? []);
  const isMissing = data?.length === 0 && q === '' && props.required;
  const choice = {
    ...props,
    hint: isMissing ? <NoneYet {...many} /> : hint,
    name,
  };
  if (isFew !== false) return <FewChoices {...choice} options={options} />;
  return (
    <Suspense fallback={<FewChoices {...choice} options={[]} />}>
      <Combobox
        {...choice}
        options={options.slice(0, MOST_SHOWN)}
        hasMore={options.length > MOST_SHOWN}
        isSearching={isPlaceholderData || q !== text.trim()}
        onSearch={setText}
      />
    </Suspense>
  );
}

function NoneYet({ kind, page }: SearchedProps['many']) {
  return (
    <>
      There is no {kind} yet.{' '}
      <Link to={page} className="text-accent underline">
        Create one
      </Link>{' '}
      first.
    </>
  );
}
