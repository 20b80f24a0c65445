import type { MouseEvent } from 'react';

/** The link of the pressed row. `undefined` if it has none, or if the pressed element is interactive itself. */
export function linkOf({ target }: MouseEvent): HTMLAnchorElement | undefined {
  if (!(target instanceof Element) || target.closest('a, button, input, label, summary')) return;
  return target.closest('tr')?.querySelector<HTMLAnchorElement>('[data-first] a') ?? undefined;
}

export function openRow(event: MouseEvent): void {
  const { button, ctrlKey, metaKey, shiftKey } = event;
  const link = linkOf(event);
  // With Shift, a click selects text.
  if (!link || button > 1 || shiftKey || getSelection()?.type === 'Range') return;
  if (button === 1 || ctrlKey || metaKey) window.open(link.href, '_blank', 'noopener');
  else link.click();
}
