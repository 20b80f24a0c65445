import { type ReactNode, type Ref, useId } from 'react';

export function Card({
  ref,
  title,
  actions,
  children,
  flush = false,
}: {
  /** Makes the card focusable. */
  ref?: Ref<HTMLElement>;
  title: string;
  actions?: ReactNode;
  children: ReactNode;
  flush?: boolean;
}) {
  const id = useId();
  return (
    <section
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      aria-labelledby={id}
      // Only a table overlaps the corners. Without clipping, a list that opens over the card is not cut.
      className={`min-w-0 rounded-lg border border-line bg-panel outline-none ${flush ? 'overflow-hidden' : ''}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3 pb-2">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      <div className={flush ? '' : 'px-4 pb-4'}>{children}</div>
    </section>
  );
}

type Rows = Readonly<Record<string, ReactNode>>;

export function FactsCard({ rows, ...card }: { title?: string; actions?: ReactNode; rows: Rows }) {
  return (
    <Card title="Details" {...card}>
      <Facts rows={rows} />
    </Card>
  );
}

/** Names and values of an object. A row without a value is shown as empty. */
export function Facts({ rows }: { rows: Rows }) {
  return (
    <dl className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-[minmax(8rem,auto)_1fr] sm:gap-y-2">
      {Object.entries(rows).map(([name, value]) => (
        <div key={name} className="mb-1 sm:contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 [&_time]:whitespace-normal">
            {value === null || value === undefined ? '–' : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function Empty({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-10 text-center">
      <p className="font-medium">{title}</p>
      {children && (
        <div className="flex max-w-prose flex-col items-center gap-3 text-muted">{children}</div>
      )}
    </div>
  );
}
