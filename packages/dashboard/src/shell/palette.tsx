import { useQueries, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCombobox } from 'downshift';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { kindOf, targetQuery } from '../resource/objects.js';
import { useSettled } from '../resource/use-settled.js';
import { Dialog } from '../ui/dialog.js';
import { fieldClass } from '../ui/input.js';
import { Text } from '../ui/text.js';
import { type Place, useActions } from './actions.js';
import { foundQueries, includesWords } from './found.js';
import { beside, navigation } from './navigation.js';

const menu = navigation.flatMap(({ title: kind, entries }) =>
  entries.map((entry) => ({ ...entry, kind })),
);
const pages: readonly Place[] = [
  ...menu.map(({ title, kind, to }) => ({ title, kind, does: { to } })),
  ...beside.map(({ title, to }) => ({ title, kind: 'Beside', does: () => location.assign(to) })),
];

const keyOf = ({ title, kind, does }: Place) =>
  `${kind} ${title} ${typeof does === 'function' ? '' : does.to}`;

export function Palette({ atShortcuts, onClose }: { atShortcuts: boolean; onClose: () => void }) {
  const router = useRouter();
  const [text, setText] = useState('');
  const { items, isSearching, note } = usePlaces(text.trim());
  const open = ({ does }: Place) => {
    onClose();
    if (typeof does === 'function') does();
    else void router.navigate(does);
  };
  const [isAwaited, setAwaited] = useState(false);
  const awaited = isAwaited && !isSearching ? items[0] : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is found.
  useEffect(() => {
    if (awaited) open(awaited);
  }, [awaited]);
  const list = useCombobox<Place>({
    items: [...items],
    isOpen: true,
    selectedItem: null,
    defaultHighlightedIndex: 0,
    initialHighlightedIndex: 0,
    itemToString: (place) => place?.title ?? '',
    itemToKey: (place) => place && keyOf(place),
    onSelectedItemChange: ({ selectedItem, type }) => {
      // Leaving the field chooses nothing.
      if (!selectedItem || type === useCombobox.stateChangeTypes.InputBlur) return;
      open(selectedItem);
    },
  });
  const shortcutsHeading = useRef<HTMLHeadingElement>(null);
  // After the field has received the focus.
  useEffect(() => {
    if (atShortcuts) shortcutsHeading.current?.focus();
  }, [atShortcuts]);
  return (
    <Dialog title="Search" atTop onClose={onClose}>
      <input
        {...list.getInputProps({
          'aria-label': 'Page, action, ID or name',
          'aria-labelledby': undefined,
          placeholder: 'Search pages, actions, IDs and names',
          className: fieldClass,
          // Without delay: Enter may follow the last character.
          onChange: ({ currentTarget }) => {
            setText(currentTarget.value);
            setAwaited(false);
          },
          onKeyDown: ({ key, nativeEvent }) => {
            // An id must be looked up first, but Enter may follow a paste at once.
            if (key === 'Enter') setAwaited(items.length === 0);
            // Escape closes the dialog. Downshift would only empty the field.
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
            key={keyOf(item)}
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
        {note}
      </p>
      {text === '' && <Shortcuts heading={shortcutsHeading} />}
    </Dialog>
  );
}

function usePlaces(text: string) {
  const q = useSettled(text);
  const actions = useActions();
  const ofId = useQuery({ ...targetQuery(q), enabled: kindOf(q) !== undefined });
  const found = useQueries({ queries: foundQueries(q) });
  const named = [...pages, ...actions].filter(({ title }) => includesWords(title, text));
  const isSearching = q !== text || [ofId, ...found].some(({ isLoading }) => isLoading);
  const kind = kindOf(text);
  const object = kind && ofId.data ? [{ title: text, kind: kind.name, does: ofId.data }] : [];
  const objects = found.flatMap(({ data = [] }) => data);
  // All at once: late results would move the others from under the cursor.
  const items: readonly Place[] = isSearching ? named : [...object, ...named, ...objects];
  const error = [ofId, ...found].find((each) => each.error)?.error;
  const nothing = kind ? 'Nothing has this ID.' : 'Nothing has this name, ID or external ID.';
  const note = error?.message ?? (isSearching ? 'Searching …' : nothing);
  return { items, isSearching, note: items.length > 0 && !error ? '' : note };
}

const shortcuts: readonly (readonly [keys: string, does: string])[] = [
  ['Ctrl K', 'Search (⌘ K on a Mac)'],
  ['?', 'Show these shortcuts'],
  ['/', 'Go to the filters of a list'],
  ['j k', 'Move between rows, like ↑ and ↓'],
  ['Home End', 'First or last row'],
  ['Page ↑ ↓', 'Move by a page of rows'],
  ['Enter', 'Open the row'],
  ['x', 'Select the row, like Space'],
  ['Shift click', 'Select the rows up to this one'],
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
            <dt className="w-18 shrink-0 whitespace-nowrap">
              <kbd className="rounded border border-line bg-raised px-1 font-mono">{keys}</kbd>
            </dt>
            <dd className="text-muted">{does}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
