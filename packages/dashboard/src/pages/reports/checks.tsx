import type { Answer } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { Name } from '../../resource/references.js';
import { wordsOf } from '../../resource/words-of.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';

type Check = Answer<'getReport'>['checks'][number];

/** The checks of a report and what they found. */
export function Checks({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className="divide-y divide-line border-t border-line">
      {checks.map((check) => (
        <li key={check.id} className="flex min-w-0 flex-col gap-2 px-4 py-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h3 className="font-medium">
              <Name kind="check" id={check.checkTypeSlug} />
            </h3>
            <span className="flex flex-wrap items-center gap-2">
              <CheckTime check={check} />
              <Status value={check.status} />
              {check.result !== null && check.result !== check.status && (
                <Status value={check.result} />
              )}
            </span>
          </div>
          {check.missingInformation.length > 0 && (
            <p className="text-warn">
              Waits for {check.missingInformation.map((each) => wordsOf(each)).join(', ')}
            </p>
          )}
          {check.records.length > 0 && <Records records={check.records} />}
        </li>
      ))}
    </ul>
  );
}

function CheckTime({ check: { startedAt, completedAt } }: { check: Check }) {
  const at = completedAt ?? startedAt;
  if (at === null) return null;
  return (
    <span className="text-xs text-muted">
      {completedAt === null ? 'started' : 'ended'} <Time value={at} />
    </span>
  );
}

function Records({ records }: { records: Check['records'] }) {
  return (
    <ul className="flex flex-col gap-2">
      {records.map(({ id, summary, severity, jurisdiction, disputed }) => (
        <li key={id} className="rounded-md bg-raised px-3 py-2">
          <p>
            <Text>{summary}</Text>
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
            <span>Severity: {severity}</span>
            <span>
              Jurisdiction: <Text>{jurisdiction}</Text>
            </span>
            <Text mono>{id}</Text>
            {disputed && <Status value="disputed" />}
          </p>
        </li>
      ))}
    </ul>
  );
}
