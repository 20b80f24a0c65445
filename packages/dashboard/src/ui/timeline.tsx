import type { ReactNode } from 'react';
import { Time } from '../clock/time.js';

/** What has happened, in order. */
export function Timeline({
  entries,
}: {
  entries: readonly { readonly at: string; readonly title: ReactNode; readonly by?: ReactNode }[];
}) {
  return (
    <ol className="flex flex-col">
      {entries.map(({ at, title, by }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what has happened keeps its place.
        <li key={index} className="relative flex gap-3 pb-4 last:pb-0">
          <span aria-hidden="true" className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />
          <div className="min-w-0">
            <p className="font-medium">{title}</p>
            <p className="text-muted">
              <Time value={at} />
              {by && <> · {by}</>}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
