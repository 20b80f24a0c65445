import { useEffect, useState } from 'react';

const PATIENCE_MS = 300;

/** Says that something is on its way, once it takes long enough to be noticed. The HTML that comes before the script says it at once. */
export function Loading() {
  const [late, setLate] = useState(import.meta.env.SSR);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className="min-h-10 p-4 text-muted">
      {late ? 'Loading …' : ''}
    </p>
  );
}
