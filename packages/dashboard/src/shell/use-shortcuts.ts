import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { navigation } from './navigation.js';

const SECOND_KEY_MS = 1500;

/** `g` and a letter open a page; `/` goes to the first filter. Not while somebody types. */
export function useShortcuts(): void {
  const router = useRouter();
  useEffect(() => {
    let startedAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
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
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [router]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, select, textarea, dialog') !== null
  );
}
