import type { ComponentProps } from 'react';

/** One of a few values in view, and what it means. */
export function RadioCard({
  title,
  meaning,
  ...radio
}: ComponentProps<'input'> & { title: string; meaning: string }) {
  return (
    <label className="flex min-w-0 gap-2 rounded-md border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft">
      <input type="radio" {...radio} className="mt-0.5 size-4 shrink-0 accent-accent" />
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{title}</span>
        <span className="block text-xs text-muted">{meaning}</span>
      </span>
    </label>
  );
}
