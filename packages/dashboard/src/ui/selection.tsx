import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

export interface Selection<Row> {
  readonly label: (row: Row) => string;
  /** The buttons. @param deselect Unticks rows, by id. */
  readonly actions: (
    selected: readonly Row[],
    deselect: (ids: readonly string[]) => void,
  ) => ReactNode;
}

export function useTicks<Row>(rows: readonly Row[], rowId: (row: Row) => string) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef<string>(undefined);
  const isTicked = (row: Row) => ticked.has(rowId(row));
  const tick = (some: readonly Row[], isOn: boolean) =>
    setTicked((before) => {
      const next = new Set(before);
      for (const row of some) isOn ? next.add(rowId(row)) : next.delete(rowId(row));
      return next;
    });
  return {
    isTicked,
    // A row may have left the list.
    selected: ticked.size === 0 ? [] : rows.filter(isTicked),
    tick,
    /** Toggles a row. @param isRange Whether the rows since the last toggled one get the same state. */
    turn(row: Row, isRange: boolean) {
      const to = rows.indexOf(row);
      const from = isRange ? rows.findIndex((each) => rowId(each) === latest.current) : -1;
      const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      tick(from < 0 ? [row] : range, !isTicked(row));
      latest.current = rowId(row);
    },
    deselect: (ids: readonly string[]) =>
      setTicked((before) => new Set([...before].filter((id) => !ids.includes(id)))),
  };
}

/** The number of selected rows, and the actions on them. Covers the column headers. */
export function Selected({
  count,
  list,
  children,
}: {
  count: number;
  list: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  const hadSome = useRef(false);
  useEffect(() => {
    // The pressed button is gone.
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

export function Tick({
  label,
  isOn,
  isMixed = false,
  onChange,
}: {
  label: string;
  isOn: boolean;
  isMixed?: boolean;
  onChange: (isOn: boolean, withShift: boolean) => void;
}) {
  return (
    // With Shift, a click would select text.
    <label className="flex h-8 items-center pl-4 select-none">
      <input
        type="checkbox"
        aria-label={label}
        className="size-4 accent-accent"
        checked={isOn}
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        onChange={({ target, nativeEvent }) =>
          onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}
