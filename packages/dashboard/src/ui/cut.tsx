import type { ReactNode } from 'react';

/** A text of a table that is cut in a narrow window, so that the columns after it stay in view. */
export function Cut({ children }: { children: ReactNode }) {
  return <span className="block max-w-22 truncate sm:max-w-none">{children}</span>;
}
