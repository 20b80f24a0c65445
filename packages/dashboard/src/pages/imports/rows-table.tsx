import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { RowCell } from './row-cell.js';
import { cellOf, columnsOf, type ImportRow } from './row-columns.js';
import { RowRequirements } from './row-requirements.js';

const ROW_HEIGHT = 60;
const OVERSCAN = 8;
const FIXED_COLUMNS = 4;

/** The rows of a roster with their cells. It is not a DataTable, because the issues make rows of different heights. */
export function RowsTable({ rows, onEnd }: { rows: readonly ImportRow[]; onEnd: () => void }) {
  const scroller = useRef<HTMLElement>(null);
  const columns = useMemo(() => columnsOf(rows), [rows]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
  });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const atEnd = (items.at(-1)?.index ?? -1) >= rows.length - OVERSCAN;
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows may end in view as well.
  useEffect(() => {
    if (atEnd) onEnd();
  }, [atEnd, rows.length]);
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
      tabIndex={0}
      aria-label="Rows of the roster"
      className="relative max-h-[80dvh] overflow-auto"
    >
      <table className="min-w-full border-collapse" aria-rowcount={rows.length + 1}>
        <thead className="sticky top-0 z-10 bg-panel text-xs text-muted">
          <tr className="border-b border-line">
            <Head>Line</Head>
            <Head>Status</Head>
            <Head>Candidate</Head>
            <Head>Requirements</Head>
            {columns.map((column) => (
              <Head key={column}>
                <Text mono>{column}</Text>
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Gap height={above} columns={columns.length + FIXED_COLUMNS} />}
          {items.map(({ index, key }) => {
            const row = rows[index];
            return (
              row && (
                <tr
                  key={String(key)}
                  ref={virtual.measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                  className="border-b border-line align-top last:border-0"
                >
                  <RowCells row={row} columns={columns} />
                </tr>
              )
            );
          })}
          {below > 0 && <Gap height={below} columns={columns.length + FIXED_COLUMNS} />}
        </tbody>
      </table>
    </section>
  );
}

function Head({ children }: { children: React.ReactNode }) {
  return (
    <th scope="col" className="h-8 max-w-64 truncate px-3 text-left font-medium first:pl-4">
      {children}
    </th>
  );
}

/** What stands for rows that are not drawn. */
function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    <tr>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

function RowCells({ row, columns }: { row: ImportRow; columns: readonly string[] }) {
  const { line, status, candidateId, onboardingId, requirements } = row;
  return (
    <>
      <td className="py-2 pr-3 pl-4 tabular-nums">{line}</td>
      <td className="px-3 py-2">
        <Status value={status} />
      </td>
      <td className="px-3 py-2 whitespace-nowrap">
        {candidateId === null ? (
          '–'
        ) : (
          <Link to="/candidates/$id" params={{ id: candidateId }} className="text-accent underline">
            {onboardingId === null ? 'Known' : 'Onboarded'}
            <span className="sr-only"> candidate of line {line}</span>
          </Link>
        )}
      </td>
      <td className="px-3 py-2">
        <RowRequirements requirements={requirements} />
      </td>
      {columns.map((column) => (
        <td key={column} className="px-3 py-2">
          <RowCell {...cellOf(row, column)} />
        </td>
      ))}
    </>
  );
}
