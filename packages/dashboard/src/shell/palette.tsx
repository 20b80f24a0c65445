import { useQueries } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCombobox } from 'downshift';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { foundQuery } from '../resource/choice-by-name.js';
import { optionsOf, sources } from '../resource/sources.js';
import { useSettled } from '../resource/use-settled.js';
import { Dialog } from '../ui/dialog.js';
import { fieldClass } from '../ui/input.js';
import { Text } from '../ui/text.js';
import { labelOf } from '../words/fields.js';
import { beside, type Entry, navigation } from './navigation.js';

/** Where one can go. */
interface Place {
  readonly title: string;
  readonly to: string;
  /** What it is. */
  readonly kind: string;
  readonly key?: string | undefined;
}

const menu: readonly Place[] = navigation.flatMap(({ title: kind, entries }) =>
  entries.map((entry) => ({ ...entry, kind })),
);
const places: readonly Place[] = [...menu, ...beside.map((each) => ({ ...each, kind: 'Beside' }))];
const MOST_FOUND = 5;

/** The objects that are found by a text of theirs, by the fields that refer to them. */
const searched = Object.entries(sources).flatMap(([field, source]) =>
  source.many ? [{ field, source, page: source.many.page }] : [],
);

/** Finds pages by their names, and objects by their ids, their names and what else the API searches. */
export function Palette({
  atShortcuts,
  onClose,
}: {
  /** Whether it is opened to read the shortcuts. */
  atShortcuts: boolean;
  onClose: () => void;
}) {
  const router = useRouter();
  const [text, setText] = useState('');
  const { items, isSearching } = usePlaces(text.trim());
  const list = useCombobox<Place>({
    items: [...items],
    isOpen: true,
    selectedItem: null,
    defaultHighlightedIndex: 0,
    initialHighlightedIndex: 0,
    itemToString: (place) => place?.title ?? '',
    itemToKey: (place) => place?.to,
    onSelectedItemChange: ({ selectedItem, type }) => {
      // Who leaves the field has chosen nothing.
      if (!selectedItem || type === useCombobox.stateChangeTypes.InputBlur) return;
      onClose();
      const { to } = selectedItem;
      if (beside.some((each) => each.to === to)) location.assign(to);
      else void router.navigate({ to });
    },
  });
  const shortcutsHeading = useRef<HTMLHeadingElement>(null);
  // After the field has got the focus.
  useEffect(() => {
    if (atShortcuts) shortcutsHeading.current?.focus();
  }, [atShortcuts]);
  return (
    <Dialog title="Search" onClose={onClose}>
      <input
        {...list.getInputProps({
          'aria-label': 'Page, ID or name',
          'aria-labelledby': undefined,
          placeholder: 'A page, an ID, or a part of a name',
          className: fieldClass,
          // At once: Enter may follow on the last character.
          onChange: ({ currentTarget }) => setText(currentTarget.value),
          onKeyDown: ({ key, nativeEvent }) => {
            // It closes the dialog, and would only empty the field.
            if (key === 'Escape') Object.assign(nativeEvent, { preventDownshiftDefault: true });
          },
        })}
      />
      <ul
        {...list.getMenuProps({ 'aria-label': 'Found', 'aria-labelledby': undefined })}
        className="-mx-2 -my-2 max-h-72 overflow-y-auto"
      >
        {items.map((item, index) => (
          <li
            key={item.to}
            {...list.getItemProps({ item, index })}
            className={`flex items-baseline gap-3 rounded-md px-2 py-1 ${index === list.highlightedIndex ? 'bg-accent-soft text-accent' : ''}`}
          >
            <span className="min-w-0 flex-1 truncate">
              <Text>{item.title}</Text>
            </span>
            <span className="shrink-0 text-xs text-muted">{item.kind}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="text-xs text-muted empty:hidden">
        {items.length > 0 ? '' : isSearching ? 'Searching …' : 'Nothing has this text in its name.'}
      </p>
      <Shortcuts heading={shortcutsHeading} />
    </Dialog>
  );
}

/** The places that a text finds. */
function usePlaces(text: string) {
  const q = useSettled(text);
  const answers = useQueries({
    queries: searched.map(({ source }) => ({ ...foundQuery(source, q), enabled: q !== '' })),
  });
  const list = pageOfId(text);
  const ofId = list ? [{ title: text, to: `${list.to}/${text}`, kind: list.title }] : [];
  const objects = searched.flatMap(({ field, source, page }, index) =>
    q === '' || q !== text
      ? []
      : optionsOf(source, answers[index]?.data?.slice(0, MOST_FOUND) ?? []).map(
          ([id, title]): Place => ({ title, to: `${page}/${id}`, kind: labelOf(field) }),
        ),
  );
  const pages = places.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()));
  return {
    items: [...ofId, ...pages, ...objects] as readonly Place[],
    isSearching: q !== text || answers.some(({ isFetching }) => isFetching),
  };
}

const shortcuts: readonly (readonly [keys: string, does: string])[] = [
  ['Ctrl K', 'Search, with ⌘ on a Mac'],
  ['?', 'These shortcuts'],
  ['/', 'The filters of a list'],
  ['↑ ↓', 'From row to row'],
  ['Enter', 'Open the row'],
  ['Space', 'Select the row, on its box'],
  ...menu.flatMap(({ key, title }) => (key ? [[`g ${key}`, title] as const] : [])),
];

function Shortcuts({ heading }: { heading: RefObject<HTMLHeadingElement | null> }) {
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="font-semibold">
        Keyboard shortcuts
      </h3>
      <dl className="grid gap-x-4 gap-y-1 text-xs sm:grid-cols-2">
        {shortcuts.map(([keys, does]) => (
          <div key={keys} className="flex gap-2">
            <dt className="w-14 shrink-0 whitespace-nowrap">
              <kbd className="rounded border border-line bg-raised px-1 font-mono">{keys}</kbd>
            </dt>
            <dd className="text-muted">{does}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The lists of the objects whose ids begin so. */
const lists: Readonly<Record<string, string>> = {
  adv: '/adverse-actions',
  cand: '/candidates',
  dlv: '/deliveries',
  dv: '/verifications',
  evt: '/events',
  imp: '/imports',
  int: '/integrations',
  inv: '/invitations',
  key: '/keys',
  pkg: '/packages',
  role: '/roles',
  rpt: '/reports',
  ten: '/tenants',
  we: '/endpoints',
};

/** The list of the object that an id names. Undefined: the text is no id, or its object has no page. */
function pageOfId(text: string): Entry | undefined {
  const [, prefix = ''] = /^([a-z]+)_\w+$/.exec(text) ?? [];
  return navigation.flatMap(({ entries }) => entries).find(({ to }) => to === lists[prefix]);
}
