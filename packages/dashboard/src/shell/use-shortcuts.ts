import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { navigation } from './navigation.js';

const SECOND_KEY_MS = 1500;

export type PaletteStart = 'search' | 'shortcuts';

/**
 * `g` and a letter open a page, `/` goes to the first filter, `?` tells the shortcuts. Not while somebody types. Ctrl or Command and K
 * search, but for dialogs.
 */
export function useShortcuts(openPalette: (start: PaletteStart) => void): void {
  const router = useRouter();
  useEffect(() => {
    let startedAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      const hasDialog = document.querySelector('dialog[open]') !== null;
      if (key === 'k' && (event.ctrlKey || event.metaKey) && !hasDialog) {
        event.preventDefault();
        openPalette('search');
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
      if (event.timeStamp - startedAt < SECOND_KEY_MS) {
        startedAt = Number.NEGATIVE_INFINITY;
        const entry = navigation.flatMap(({ entries }) => entries).find((each) => each.key === key);
        if (!entry) return;
        event.preventDefault();
        void router.navigate({ to: entry.to });
      } else if (key === 'g') {
        startedAt = event.timeStamp;
      } else if (key === '/') {
        const field = document.querySelector<HTMLElement>('search input, search select');
        if (!field) return;
        event.preventDefault();
        field.focus();
      } else if (key === '?') {
        openPalette('shortcuts');
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [router, openPalette]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, select, textarea, dialog') !== null
  );
}
