import { useEffect, useState } from 'react';

const PATIENCE_MS = 250;

export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setSettled, PATIENCE_MS, value);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
