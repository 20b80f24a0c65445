import type { ReactNode } from 'react';

interface PlainColumn<Row> {
  readonly title: string;
  readonly right?: true;
  /** The minimum width of the table that shows the column. Default: always shown. */
  readonly from?: 'sm' | 'md';
  readonly cell: (row: Row) => ReactNode;
  /** The cell of a last row, such as a sum. */
  readonly foot?: ReactNode;
}

const shownFrom = {
  sm: 'hidden @min-[28rem]:table-cell',
  md: 'hidden @min-[43rem]:table-cell',
} as const;

/** A short table: all its rows are rendered. It scrolls sideways if it is narrow. */
export function PlainTable<Row>({
  label,
  columns,
  rows,
  rowId,
}: {
  label: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row, index: number) => string;
}) {
  const place = ({ right, from }: PlainColumn<Row>) =>
    `${right ? 'text-right' : 'text-left'} ${from ? shownFrom[from] : ''}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, so the keyboard must reach it.
    <section aria-label={label} tabIndex={0} className="@container overflow-x-auto">
      <table className="w-full border-collapse">
        <thead className="text-xs text-muted">
          <tr className="border-b border-line">
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                className={`h-8 px-4 font-medium whitespace-nowrap ${place(column)}`}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowId(row, index)} className="border-b border-line last:border-0">
              {columns.map((column) => (
                <td
                  key={column.title}
                  className={`min-w-24 px-4 py-2 first:min-w-36 align-top ${place(column)}`}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {columns.some(({ foot }) => foot !== undefined) && (
          <tfoot>
            <tr className="border-t border-line font-medium">
              {columns.map((column) => (
                <td key={column.title} className={`px-4 py-2 ${place(column)}`}>
                  {column.foot}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
