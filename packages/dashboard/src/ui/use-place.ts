import { useElementScrollRestoration, useRouter } from '@tanstack/react-router';
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** The links that led away from tables, by the entry of the browser's history and the table. */
const opened = new Map<string, string>();

/**
 * Where somebody is in a table. On the way back to the page it is scrolled as it was, and the link that led away has the focus again,
 * once its row is drawn.
 *
 * @param table The name of the table, which no other one of the page has.
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
    // Somebody may have gone elsewhere meanwhile.
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
    /** Has an element of a row get the focus, at once or when it is drawn. */
    focus(selector: string) {
      wanted.current = { selector, isBack: false };
      focus();
    },
  };
}
