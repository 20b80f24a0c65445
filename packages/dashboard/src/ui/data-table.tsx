import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Text } from './text.js';

/** A column of a table of objects. */
export interface Column<Row> {
  readonly title: string;
  /** The title is text of somebody else. */
  readonly foreign?: true;
  readonly cell: (row: Row) => ReactNode;
  /** From which width of the table on it is shown. Default: always. */
  readonly from?: 'sm' | 'md' | 'lg';
}

interface DataTableProps<Row> {
  /** What the table shows, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Called when the last rows come into view. */
  readonly onEnd?: (() => void) | undefined;
  readonly selection?: Selection<Row> | undefined;
  /** Its cells have as many lines as they need. */
  readonly wraps?: boolean;
}

/** What can be done with several rows. */
export interface Selection<Row> {
  /** What the checkbox of a row says to screen readers. */
  readonly label: (row: Row) => string;
  /** The buttons. @param deselect Unticks rows, by id. */
  readonly actions: (
    selected: readonly Row[],
    deselect: (ids: readonly string[]) => void,
  ) => ReactNode;
}

// A title of somebody else may be one of ours.
const keyOf = ({ title, foreign }: { readonly title: string; readonly foreign?: true }) =>
  `${foreign} ${title}`;

const ROW_HEIGHT = 41;
const OVERSCAN = 15;
// The width of the table decides, not that of the window: the menu takes some of a wide window.
const shownFrom = {
  sm: 'hidden @min-[36rem]:table-cell',
  md: 'hidden @min-[54rem]:table-cell',
  lg: 'hidden @min-[63rem]:table-cell',
} as const;

/**
 * A table that draws only the rows in view. A link in the first cell is that of the row: a click anywhere in the row opens it. The
 * arrow keys move between the links of the rows.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowId,
  onEnd,
  selection,
  wraps = false,
}: DataTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  // The rows of a table are as high as one another, but for a few on a phone.
  const rowHeight = useRef(ROW_HEIGHT);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight.current,
    measureElement: (row) => {
      rowHeight.current = Math.round(row.getBoundingClientRect().height);
      return rowHeight.current;
    },
    // The same function while the rows are the same: for another one, the place of each of 100,000 rows is calculated again.
    getItemKey: useCallback(
      (index: number) => {
        const row = rows[index];
        return row === undefined ? index : rowId(row);
      },
      [rows, rowId],
    ),
    overscan: OVERSCAN,
  });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const lastShown = items.at(-1)?.index ?? -1;
  const atEnd = rows.length > 0 && lastShown >= rows.length - OVERSCAN;
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows may end in view as well.
  useEffect(() => {
    if (atEnd) onEnd?.();
  }, [atEnd, rows.length]);

  const moveFocus = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const row = event.target instanceof Element ? event.target.closest('tr') : null;
    if (step === 0 || !row) return;
    event.preventDefault();
    const next = Number(row.dataset['index']) + step;
    if (next < 0 || next >= rows.length) return;
    virtual.scrollToIndex(next);
    const kind = event.target instanceof HTMLInputElement ? 'input' : 'a';
    row.parentElement?.querySelector<HTMLElement>(`tr[data-index="${next}"] ${kind}`)?.focus();
  };

  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  // A row may have left the list meanwhile.
  const selected = ticked.size === 0 ? [] : rows.filter((row) => ticked.has(rowId(row)));
  const tick = (some: readonly Row[], isOn: boolean) =>
    setTicked((before) => {
      const next = new Set(before);
      for (const row of some) isOn ? next.add(rowId(row)) : next.delete(rowId(row));
      return next;
    });

  const cellClass = ({ from }: Column<Row>) =>
    `${wraps ? 'py-2 align-top' : 'max-w-72 truncate py-1'} px-2 text-left first:pl-4 last:pr-4 sm:px-3 ${from ? shownFrom[from] : ''}`;
  const table = (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
      tabIndex={0}
      aria-label={label}
      className="@container relative max-h-[70dvh] overflow-auto"
    >
      <table className="w-full border-collapse" aria-rowcount={rows.length + 1}>
        <thead className="sticky top-0 z-10 bg-panel text-xs text-muted">
          <tr className="border-b border-line">
            {selection && (
              <th scope="col" className="w-9 p-0 text-left">
                <Tick
                  label="Select all that are loaded"
                  isOn={selected.length === rows.length}
                  isMixed={selected.length > 0 && selected.length < rows.length}
                  onChange={(isOn) => tick(rows, isOn)}
                />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={keyOf(column)}
                scope="col"
                className={`${cellClass(column)} h-8 font-medium`}
              >
                {column.foreign ? <Text mono>{column.title}</Text> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          onKeyDown={moveFocus}
          onClick={openRow}
          onAuxClick={openRow}
          // Else the middle button would scroll.
          onMouseDown={(event) => event.button === 1 && linkOf(event) && event.preventDefault()}
        >
          {above > 0 && <tr style={{ height: above }} />}
          {items.map(({ index, key }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <tr
                key={String(key)}
                ref={virtual.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                className="h-[41px] border-b border-line last:border-0 focus-within:bg-raised hover:bg-raised has-[[data-first]_a]:cursor-pointer"
              >
                {selection && (
                  <td className="w-9 p-0">
                    <Tick
                      label={selection.label(row)}
                      isOn={ticked.has(rowId(row))}
                      onChange={(isOn) => tick([row], isOn)}
                    />
                  </td>
                )}
                {columns.map((column, place) => (
                  <td
                    key={keyOf(column)}
                    data-first={place === 0 || undefined}
                    className={cellClass(column)}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
          {below > 0 && <tr style={{ height: below }} />}
        </tbody>
      </table>
    </section>
  );
  if (!selection) return table;
  return (
    <div className="relative">
      <Selected count={selected.length} list={scroller}>
        {selection.actions(selected, (ids) =>
          setTicked((before) => new Set([...before].filter((id) => !ids.includes(id)))),
        )}
      </Selected>
      {table}
    </div>
  );
}

/** How many rows are selected, and what can be done with them. It covers the titles of the columns. */
function Selected({
  count,
  list,
  children,
}: {
  count: number;
  list: React.RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  const hadSome = useRef(false);
  useEffect(() => {
    // The button that was pressed is gone.
    if (hadSome.current && count === 0 && document.activeElement === document.body)
      list.current?.focus({ preventScroll: true });
    hadSome.current = count > 0;
  }, [count, list]);
  return (
    <div className="absolute top-0 right-4 left-9 z-20 flex items-center gap-2 bg-panel pl-2 sm:pl-3">
      <p role="status" className="font-medium tabular-nums">
        {count > 0 && `${count} selected`}
      </p>
      {count > 0 && children}
    </div>
  );
}

/** The checkbox of a row, or of all. */
function Tick({
  label,
  isOn,
  isMixed = false,
  onChange,
}: {
  label: string;
  isOn: boolean;
  isMixed?: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <label className="flex h-8 items-center pl-4">
      <input
        type="checkbox"
        aria-label={label}
        className="size-4 accent-accent"
        checked={isOn}
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  );
}

/** The link of the row that was pressed. Undefined: it has none, or what was pressed does something itself. */
function linkOf({ target }: MouseEvent): HTMLAnchorElement | undefined {
  if (!(target instanceof Element) || target.closest('a, button, input, label, summary')) return;
  return target.closest('tr')?.querySelector<HTMLAnchorElement>('[data-first] a') ?? undefined;
}

/** Does what the same click on the link of the row would do. */
function openRow(event: MouseEvent): void {
  const { button, ctrlKey, metaKey, shiftKey } = event;
  const link = linkOf(event);
  // With Shift, a click selects text.
  if (!link || button > 1 || shiftKey || getSelection()?.type === 'Range') return;
  if (button === 1 || ctrlKey || metaKey) window.open(link.href, '_blank', 'noopener');
  else link.click();
}
