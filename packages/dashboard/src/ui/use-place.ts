import { useElementScrollRestoration, useRouter } from '@tanstack/react-router';
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** The links that led away from tables, by history entry and table. */
const opened = new Map<string, string>();

/**
 * The user's position in a table. Back restores the scroll position, and focuses the link that led away once its row is
 * rendered.
 *
 * @param table The name of the table, which must be unique on the page.
 */
export function usePlace(table: string, list: RefObject<HTMLElement | null>) {
  const router = useRouter();
  const entry = () => `${router.latestLocation.state.__TSR_key} ${table}`;
  const [offset = 0] = useState(useElementScrollRestoration({ id: table })?.scrollY);
  const [link] = useState(() => opened.get(entry()));
  const wanted = useRef(link === undefined ? undefined : { selector: link, isBack: true });
  const focus = () => {
    if (!wanted.current) return;
    const { selector, isBack } = wanted.current;
    const found = list.current?.querySelector<HTMLElement>(selector);
    if (!found) return;
    wanted.current = undefined;
    // The user may have moved the focus elsewhere.
    if (!isBack || document.activeElement?.contains(found)) found.focus({ preventScroll: isBack });
  };
  useEffect(focus);
  return {
    offset,
    keep({ target }: MouseEvent) {
      const to = target instanceof Element && target.closest('a')?.getAttribute('href');
      const row = target instanceof Element && target.closest('tr')?.dataset['row'];
      if (to && row)
        opened.set(entry(), `[data-row="${CSS.escape(row)}"] a[href="${CSS.escape(to)}"]`);
    },
    /** Focuses an element of a row, at once or when it is rendered. */
    focus(selector: string) {
      wanted.current = { selector, isBack: false };
      focus();
    },
  };
}
