import { Text } from '../../ui/text.js';
import type { Cell } from './row-columns.js';

const LONG = 60;

/** A cell of a roster: its text as in the file, and under it what is wrong. */
export function RowCell({ text, issues }: Cell) {
  return (
    <div className="max-w-64 min-w-28">
      <CellText text={text} missing={issues.length > 0} />
      {issues.map(({ code, message }) => (
        <p key={code} className="mt-1 rounded bg-bad-soft px-1.5 py-0.5 text-xs text-bad">
          <strong className="font-medium">Issue:</strong> <Text>{message}</Text>
        </p>
      ))}
    </div>
  );
}

function CellText({ text, missing }: { text: string | undefined; missing: boolean }) {
  if (text === undefined) return missing ? <i className="text-muted">Not in the file</i> : null;
  if (text === '') return missing ? <i className="text-muted">Empty</i> : null;
  if (text.length <= LONG) return <Text>{text}</Text>;
  return (
    <details>
      <summary>
        <Text>{text.slice(0, LONG)}</Text> …
      </summary>
      <div className="max-h-40 overflow-y-auto">
        <Text>{text}</Text>
      </div>
    </details>
  );
}
