/** The status code of an answer. Refusals stand out. */
export function HttpStatus({ status }: { status: number }) {
  const tone =
    status >= 500
      ? 'bg-bad-soft text-bad'
      : status >= 400
        ? 'bg-warn-soft text-warn'
        : 'bg-ok-soft text-ok';
  return (
    <span className={`rounded px-1.5 py-0.5 text-xs font-medium tabular-nums ${tone}`}>
      {status}
    </span>
  );
}
