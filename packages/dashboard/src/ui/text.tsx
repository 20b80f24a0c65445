import type { ReactNode } from 'react';

/**
 * Text of somebody else: a name, a URL, a header. It is isolated, so that characters that turn the direction of writing do not
 * reach the text around it.
 */
export function Text({ children, mono = false }: { children: ReactNode; mono?: boolean }) {
  return (
    <bdi dir="auto" className={mono ? 'font-mono text-[0.92em]' : undefined}>
      {children}
    </bdi>
  );
}

/** A text of a table that is cut in a narrow window, so that the columns after it stay in view. */
export function Cut({ children }: { children: ReactNode }) {
  return <span className="block max-w-22 truncate sm:max-w-none">{children}</span>;
}
