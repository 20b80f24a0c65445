import type { ReactNode } from 'react';

/** A part of a page that opens on demand. Its content is rendered only then. */
export function Disclosure({
  summary,
  isOpen,
  onToggle,
  children,
}: {
  summary: ReactNode;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  return (
    <details
      className="group"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => open !== isOpen && onToggle(open)}
    >
      <summary className="flex list-none gap-2">
        <span aria-hidden="true" className="group-open:rotate-90 motion-safe:transition-transform">
          ▸
        </span>
        {summary}
      </summary>
      {isOpen && children}
    </details>
  );
}
