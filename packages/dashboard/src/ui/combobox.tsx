import { useCombobox } from 'downshift';
import { fieldClass, Labelled, type LabelledProps } from './input.js';

type Option = readonly [value: string, shown: string, note?: string];

/** Chooses one of many values by search. Drops typed text that was not chosen. */
export function Combobox({
  none,
  value,
  name,
  options,
  hasMore,
  isSearching,
  onSearch,
  onChange,
  ...labelled
}: LabelledProps & {
  label: string;
  /** The label of the empty value. */
  none?: string | undefined;
  value: string;
  name: string;
  options: readonly Option[];
  hasMore: boolean;
  isSearching: boolean;
  onSearch: (text: string) => void;
  onChange: (value: string) => void;
}) {
  const chosen: Option | null = value === '' ? null : [value, name];
  const list = useCombobox<Option>({
    items: [...options],
    selectedItem: chosen,
    itemToString: (option) => option?.[1] ?? '',
    itemToKey: (option) => option?.[0],
    onInputValueChange: ({ inputValue, type }) => {
      const isTyped = type === useCombobox.stateChangeTypes.InputChange;
      onSearch(isTyped ? inputValue : '');
      if (isTyped && inputValue === '' && value !== '') onChange('');
    },
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) onChange(selectedItem[0]);
    },
    stateReducer: (_state, { changes, type }) =>
      type === useCombobox.stateChangeTypes.InputBlur
        ? { ...changes, inputValue: changes.selectedItem?.[1] ?? '' }
        : changes,
  });
  const found = isSearching
    ? 'Searching …'
    : options.length === 0
      ? 'No matches.'
      : hasMore
        ? 'There are more. Type part of the name.'
        : '';
  return (
    <Labelled {...labelled}>
      {(aria) => (
        <div className="relative">
          <input
            {...list.getInputProps({
              ...aria,
              'aria-labelledby': undefined,
              required: labelled.required,
              placeholder: none,
              className: fieldClass,
              onKeyDown: (event) => {
                if (event.key !== 'Escape' && event.key !== 'Enter') return;
                // With the list open, the key is not for the form or dialog around it.
                if (list.isOpen) event.preventDefault();
                // Downshift would empty the field.
                else Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
              },
            })}
          />
          <div
            className={`${list.isOpen ? '' : 'hidden'} absolute inset-x-0 z-10 mt-1 rounded-md border border-line bg-panel shadow-lg in-[dialog]:static in-[dialog]:shadow-none`}
          >
            <ul
              {...list.getMenuProps({ 'aria-label': labelled.label, 'aria-labelledby': undefined })}
              className="max-h-60 overflow-y-auto"
            >
              {list.isOpen &&
                options.map((option, index) => (
                  <li
                    key={option[0]}
                    {...list.getItemProps({ item: option, index })}
                    className={`px-2 py-1 wrap-anywhere ${index === list.highlightedIndex ? 'bg-accent-soft text-accent' : ''}`}
                  >
                    <bdi>{option[1]}</bdi>{' '}
                    {option[2] !== undefined && (
                      <span className="block text-xs text-muted">{option[2]}</span>
                    )}
                  </li>
                ))}
            </ul>
            <p role="status" className="px-2 py-1 text-xs text-muted empty:hidden">
              {list.isOpen ? found : ''}
            </p>
          </div>
        </div>
      )}
    </Labelled>
  );
}
