import type { ReactNode } from 'react';

interface PlainColumn {
  readonly title: string;
  /** Numbers stand on the right. */
  readonly right?: true;
  /** From which width of the table on it is shown. Default: always. */
  readonly from?: 'sm' | 'md';
}

const shownFrom = {
  sm: 'hidden @min-[28rem]:table-cell',
  md: 'hidden @min-[43rem]:table-cell',
} as const;

/** A short table: all its rows are drawn. It scrolls sideways where it is narrow. */
export function PlainTable({
  label,
  columns,
  rows,
  foot,
}: {
  /** What the table shows, for screen readers. */
  label: string;
  columns: readonly PlainColumn[];
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** The cells of a last row, such as a sum. */
  foot?: readonly ReactNode[];
}) {
  const place = (index: number) => {
    const { right, from } = columns[index] ?? {};
    return `${right ? 'text-right' : 'text-left'} ${from ? shownFrom[from] : ''}`;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, so the keyboard must reach it.
    <section aria-label={label} tabIndex={0} className="@container overflow-x-auto">
      <table className="w-full border-collapse">
        <thead className="text-xs text-muted">
          <tr className="border-b border-line">
            {columns.map(({ title }, index) => (
              <th
                key={title}
                scope="col"
                className={`h-8 px-4 font-medium whitespace-nowrap ${place(index)}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="border-b border-line last:border-0">
              {cells.map((cell, index) => (
                <td
                  key={columns[index]?.title}
                  className={`min-w-24 px-4 py-2 first:min-w-36 align-top ${place(index)}`}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr className="border-t border-line font-medium">
              {foot.map((cell, index) => (
                <td key={columns[index]?.title} className={`px-4 py-2 ${place(index)}`}>
                  {cell}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
