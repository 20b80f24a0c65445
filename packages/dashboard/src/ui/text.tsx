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
