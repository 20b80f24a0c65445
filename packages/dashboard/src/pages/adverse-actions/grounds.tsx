import type { Answer } from '../../api/operations.js';
import { Name } from '../../resource/references.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { findingsOf } from '../reports/findings.js';

/** The findings that an adverse action or a dispute names. What a dispute has deleted has its id only. */
export function Grounds({
  ids,
  checks,
}: {
  ids: readonly string[];
  checks: Answer<'getReport'>['checks'];
}) {
  const findings = new Map(findingsOf(checks).map((finding) => [finding.id, finding]));
  return (
    <ul className="flex flex-col gap-2">
      {ids.map((id) => {
        const finding = findings.get(id);
        const record = finding?.record;
        return (
          <li key={id} className="min-w-0 rounded-md bg-raised px-3 py-2">
            <p>
              {record ? <Text>{record.summary}</Text> : <Text mono>{id}</Text>}{' '}
              {record?.disputed && <Status value="disputed" />}
            </p>
            {finding && (
              <p className="mt-1 text-xs text-muted">
                <Name kind="check" id={finding.check.checkTypeSlug} />
                {record && (
                  <>
                    {' '}
                    · severity {record.severity} · <Text>{record.jurisdiction}</Text>
                  </>
                )}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
