import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { linkOf, openRow } from './row-link.js';
import { Selected, type Selection, Tick, useTicks } from './selection.js';
import { Text } from './text.js';
import { usePlace } from './use-place.js';

type Width = 'sm' | 'md' | 'lg' | 'xl';

export interface Column<Row> {
  readonly title: string;
  /** Whether the title is text of somebody else. */
  readonly foreign?: true;
  readonly cell: (row: Row) => ReactNode;
  readonly right?: true;
  /** The minimum width of the table that shows the column. Default: always shown. */
  readonly from?: Width;
  /** Whether the cell shows the row's time when the time column is hidden. Default: the first column. */
  readonly hasTime?: true;
}

export interface TimeColumn<Row> {
  readonly title: string;
  /** @param isShort Whether the time is under another cell, because the table has no room for the column. */
  readonly time: (row: Row, isShort: boolean) => ReactNode;
  readonly from: Width;
}

/** In place of the time column, for rows without a time. */
export const noTime = { time: null } as const;

/** The columns of a table. The last is the time of the row, so that no list lacks it. */
export type Columns<Row> = readonly [...Column<Row>[], TimeColumn<Row> | typeof noTime];

interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: Columns<Row>;
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Tells these rows from others with the same label, such as by the filter. */
  readonly place?: string;
  readonly hasMore?: boolean;
  /** Called when the last rows come into view. `undefined` if none can be loaded now. */
  readonly onEnd?: (() => void) | undefined;
  readonly selection?: Selection<Row> | undefined;
  readonly wraps?: boolean;
}

// A title of somebody else may equal our own.
const keyOf = ({ title, foreign }: { readonly title: string; readonly foreign?: true }) =>
  `${foreign} ${title}`;

const ROW_HEIGHT = 41;
const HEAD_HEIGHT = 33;
const OVERSCAN = 15;
// The width of the table decides, not of the window: the menu takes a part of a wide window.
const shownFrom = {
  sm: 'hidden @min-[36rem]:table-cell',
  md: 'hidden @min-[54rem]:table-cell',
  lg: 'hidden @min-[63rem]:table-cell',
  xl: 'hidden @min-[76rem]:table-cell',
} as const;
const timeLine = 'block w-0 min-w-full text-xs text-muted whitespace-normal *:whitespace-normal';
const hiddenFrom = {
  sm: '@min-[36rem]:hidden',
  md: '@min-[54rem]:hidden',
  lg: '@min-[63rem]:hidden',
  xl: '@min-[76rem]:hidden',
} as const;

/** The row height of each table, so that a table has the same length when somebody returns to it. */
const heights = new Map<string, number>();

const isTime = <Row,>(column: Columns<Row>[number]): column is TimeColumn<Row> =>
  'time' in column && column.time !== null;

export function partsOf<Row>(columns: Columns<Row>) {
  return {
    cells: columns.filter((column): column is Column<Row> => 'cell' in column),
    time: columns.find((column): column is TimeColumn<Row> => isTime(column)),
  };
}

/**
 * A table that draws only the rows in view. A click anywhere in a row opens the link in its first cell. Keys move between the
 * rows, and tick them.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowId,
  place = '',
  hasMore = false,
  onEnd,
  selection,
  wraps = false,
}: DataTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const id = encodeURIComponent(`${label} ${place}`);
  const { offset, keep, focus } = usePlace(id, scroller);
  // All rows of a table have the same height, except a few on a phone.
  const height = () => heights.get(label) ?? ROW_HEIGHT;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: height,
    measureElement: (row) => {
      heights.set(label, Math.round(row.getBoundingClientRect().height));
      return height();
    },
    // Stable while the rows are the same: with a new function, the positions of 100,000 rows are calculated again.
    getItemKey: useCallback(
      (index: number) => {
        const row = rows[index];
        return row === undefined ? index : rowId(row);
      },
      [rows, rowId],
    ),
    overscan: OVERSCAN,
    scrollPaddingEnd: HEAD_HEIGHT,
    // Some of the former rows may be gone.
    initialOffset: offset < rows.length * height() ? offset : 0,
    // New rows do not move the rows in view, except at the top.
    anchorTo: (scroller.current?.scrollTop ?? offset) > 0 ? 'end' : 'start',
  });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const lastShown = items.at(-1)?.index ?? -1;
  const atEnd = rows.length > 0 && lastShown >= rows.length - OVERSCAN;
  const isReady = onEnd !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows may end in view as well.
  useEffect(() => {
    if (atEnd) onEnd?.();
  }, [atEnd, rows.length, isReady]);

  const ticks = useTicks(rows, rowId);
  const onKey = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const { target, key, altKey, ctrlKey, metaKey, shiftKey } = event;
    // Other elements, such as a select, use the keys themselves.
    if (!(target instanceof Element && target.matches('a, button, [type=checkbox]'))) return;
    if (altKey || ctrlKey || metaKey || event.defaultPrevented) return;
    const index = Number(target.closest('tr')?.dataset['index']);
    const row = rows[index];
    const isLink = target instanceof HTMLAnchorElement;
    if (selection && row && (key === 'x' || (key === ' ' && isLink))) {
      event.preventDefault();
      ticks.turn(row, shiftKey);
    }
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / height()) - 1;
    const steps = new Map([
      ...['ArrowDown', 'j'].map((each) => [each, 1] as const),
      ...['ArrowUp', 'k'].map((each) => [each, -1] as const),
      ['PageDown', page],
      ['PageUp', -page],
      ['Home', -rows.length],
      ['End', rows.length],
    ]);
    const step = steps.get(key);
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(index + step, 0), rows.length - 1);
    virtual.scrollToIndex(next);
    focus(`[data-index="${next}"] ${target.localName}`);
  };

  const cellClass = ({ from, right }: { from?: Width; right?: true }) =>
    `${wraps ? 'py-2 align-top' : 'max-w-72 truncate py-1'} px-2 ${right ? 'text-right tabular-nums' : 'text-left'} first:pl-4 last:pr-4 sm:px-3 ${from ? shownFrom[from] : ''}`;
  const { cells, time } = partsOf(columns);
  const timePlace = Math.max(
    cells.findIndex(({ hasTime }) => hasTime),
    0,
  );
  const table = (
    <section
      ref={scroller}
      data-scroll-restoration-id={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls, so the keyboard must reach it.
      tabIndex={0}
      aria-label={label}
      className="@container relative max-h-[70dvh] overflow-auto [overflow-anchor:none]"
    >
      <table className="w-full border-collapse" aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <thead className="sticky top-0 z-10 bg-panel text-xs text-muted">
          <tr className="border-b border-line">
            {selection && (
              <th scope="col" className="w-9 p-0 text-left">
                <Tick
                  label="Select all loaded rows"
                  isOn={ticks.selected.length === rows.length}
                  isMixed={ticks.selected.length > 0 && ticks.selected.length < rows.length}
                  onChange={(isOn) => ticks.tick(rows, isOn)}
                />
              </th>
            )}
            {cells.map((column) => (
              <th
                key={keyOf(column)}
                scope="col"
                className={`${cellClass(column)} h-8 font-medium`}
              >
                {column.foreign ? <Text mono>{column.title}</Text> : column.title}
              </th>
            ))}
            {time && (
              <th scope="col" className={`${cellClass(time)} h-8 font-medium`}>
                {time.title}
              </th>
            )}
          </tr>
        </thead>
        <tbody
          onKeyDown={onKey}
          onClickCapture={keep}
          onClick={openRow}
          onAuxClick={openRow}
          // Otherwise the middle button would scroll.
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
                data-row={key}
                aria-rowindex={index + 2}
                className="h-[41px] border-b border-line last:border-0 focus-within:bg-raised hover:bg-raised has-[[data-first]_a]:cursor-pointer"
              >
                {selection && (
                  <td className="w-9 p-0">
                    <Tick
                      label={selection.label(row)}
                      isOn={ticks.isTicked(row)}
                      onChange={(_isOn, withShift) => ticks.turn(row, withShift)}
                    />
                  </td>
                )}
                {cells.map((column, place) => (
                  <td
                    key={keyOf(column)}
                    data-first={place === 0 || undefined}
                    className={cellClass(column)}
                  >
                    {column.cell(row)}
                    {time && place === timePlace && (
                      // Must not widen the cell.
                      <span className={`${timeLine} ${hiddenFrom[time.from]}`}>
                        {time.time(row, true)}
                      </span>
                    )}
                  </td>
                ))}
                {time && <td className={cellClass(time)}>{time.time(row, false)}</td>}
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
      <Selected count={ticks.selected.length} list={scroller}>
        {selection.actions(ticks.selected, ticks.deselect)}
      </Selected>
      {table}
    </div>
  );
}
