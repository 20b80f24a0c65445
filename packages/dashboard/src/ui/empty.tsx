import type { ReactNode } from 'react';

/** What stands in place of a list that has nothing, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-10 text-center">
      <p className="font-medium">{title}</p>
      {children && (
        <div className="flex max-w-prose flex-col items-center gap-3 text-muted">{children}</div>
      )}
    </div>
  );
}
