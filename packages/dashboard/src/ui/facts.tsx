import type { ReactNode } from 'react';

/** Names and values of an object. A row without a value is shown as such. */
export function Facts({ rows }: { rows: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-[minmax(8rem,auto)_1fr] sm:gap-y-2">
      {Object.entries(rows).map(([name, value]) => (
        <div key={name} className="mb-1 sm:contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0">{value === null || value === undefined ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
