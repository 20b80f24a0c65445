import type { Answer } from '../../api/operations.js';
import { Card } from '../../ui/card.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';

/** What is wrong with the file as a whole. */
export function FileIssuesCard({ issues }: { issues: Answer<'getBulkImport'>['fileIssues'] }) {
  if (issues.length === 0) return null;
  return (
    <Card title="File issues" flush>
      <PlainTable
        label="Issues of the file"
        columns={[
          { title: 'Severity' },
          { title: 'Line' },
          { title: 'Column' },
          { title: 'Issue' },
          { title: 'Code', from: 'md' },
        ]}
        rows={issues.map(({ severity, line, column, code, message }, index) => ({
          key: `${index} ${code}`,
          cells: [
            <Status key="severity" value={severity} />,
            line ?? 'Whole file',
            <Text key="column" mono>
              {column ?? '–'}
            </Text>,
            <Text key="message">{message}</Text>,
            <Text key="code" mono>
              {code}
            </Text>,
          ],
        }))}
      />
    </Card>
  );
}
