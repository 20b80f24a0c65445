import { requestBodies } from '../../api/generated/bodies.js';
import type { Answer } from '../../api/operations.js';
import { Action } from '../../resource/action.js';
import { wordsOf } from '../../resource/words-of.js';
import { Card } from '../../ui/card.js';

const fields = Object.keys(requestBodies['supplyReportInformation']?.properties ?? {});

/** What a report waits for, and the way to supply it. */
export function SupplyInformation({ report }: { report: Answer<'getReport'> }) {
  const missing: readonly string[] = report.missingInformation;
  if (missing.length === 0) return null;
  return (
    <Card
      title="Missing information"
      actions={
        <Action
          operation="supplyReportInformation"
          label="Supply information"
          look="primary"
          path={{ id: report.id }}
          on={report}
          hidden={fields.filter((field) => !missing.includes(field))}
          done="The information is supplied."
        />
      }
    >
      <p>The report waits for {missing.map((each) => wordsOf(each)).join(', ')}.</p>
    </Card>
  );
}
