import { useParams } from '@tanstack/react-router';
import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Action, whyNot } from '../../resource/action.js';
import { Detail } from '../../resource/detail.js';
import { fullName } from '../../resource/names.js';
import { Card } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { AdjudicateForm } from './adjudicate-form.js';
import { Checks } from './checks.js';
import { ReportFacts } from './report-facts.js';
import { SupplyInformation } from './supply-information.js';

export function ReportPage() {
  const { id } = useParams({ from: '/reports/$id' });
  const query = useOperation('getReport', {
    path: { id },
    query: { include: 'candidate,package' },
  });
  return (
    <Detail query={query}>
      {(report) => (
        <Page
          title={titleOf(report)}
          lead={
            <span className="flex flex-wrap gap-2">
              <Status value={report.status} />
              {report.result && <Status value={report.result} />}
              {report.adjudication && <Status value={report.adjudication} />}
            </span>
          }
          actions={
            <>
              <DialogButton
                label="Adjudicate"
                title="Adjudicate the report"
                look="primary"
                refusal={whyNot('adjudicateReport', report)}
              >
                {(close) => <AdjudicateForm report={report} onClose={close} />}
              </DialogButton>
              <Action
                operation="cancelReport"
                label="Cancel report"
                look="danger"
                path={{ id }}
                on={report}
                confirm="cancel"
                done="The report is canceled."
              />
            </>
          }
        >
          <SupplyInformation report={report} />
          <div className="grid min-w-0 grid-cols-1 items-start gap-4 lg:grid-cols-[3fr_2fr]">
            <Card title="Checks" flush>
              <Checks checks={report.checks} />
            </Card>
            <div className="flex min-w-0 flex-col gap-4">
              <Card title="Details">
                <ReportFacts report={report} />
              </Card>
              <Card title="Metadata">
                <CodeBlock
                  label="Metadata as JSON"
                  text={JSON.stringify(report.metadata, null, 2)}
                />
              </Card>
            </div>
          </div>
        </Page>
      )}
    </Detail>
  );
}

function titleOf({ candidate, package: ordered, id }: Answer<'getReport'>): string {
  return candidate && ordered ? `${ordered.name} of ${fullName(candidate)}` : id;
}
