import { Name } from '../../resource/references.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import type { Finding } from './findings.js';

/** Findings of a report to tick. */
export function FindingsChoice({
  legend,
  findings,
  chosen,
  onChange,
  error,
}: {
  legend: string;
  findings: readonly Finding[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  error?: string | undefined;
}) {
  const set = (id: string, ticked: boolean) => {
    const next = new Set(chosen);
    if (ticked) next.add(id);
    else next.delete(id);
    onChange(next);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-xs font-medium text-muted">{legend}</legend>
      {findings.length === 0 && <p className="text-muted">The report has none.</p>}
      {findings.map(({ id, check, record }) => (
        <label key={id} className="flex min-w-0 items-start gap-2">
          <input
            type="checkbox"
            className="mt-0.5 size-4 shrink-0 accent-accent"
            checked={chosen.has(id)}
            onChange={({ target }) => set(id, target.checked)}
          />
          <span className="min-w-0">
            {record ? <Text>{record.summary}</Text> : 'The check as a whole'}{' '}
            <span className="text-muted">
              · <Name kind="check" id={check.checkTypeSlug} />
              {record && ` · ${record.jurisdiction}`}
            </span>{' '}
            <Status value={record?.severity ?? check.status} />
          </span>
        </label>
      ))}
      {error && <p className="text-xs text-bad">{error}</p>}
    </fieldset>
  );
}
