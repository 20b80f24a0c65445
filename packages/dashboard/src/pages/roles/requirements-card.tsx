import { useOperation } from '../../api/use-operation.js';
import { wordsOf } from '../../resource/words-of.js';
import { Card } from '../../ui/card.js';
import { Empty } from '../../ui/empty.js';
import { PlainTable } from '../../ui/plain-table.js';
import type { Requirement } from './requirement-draft.js';

/** What a role asks for. */
export function RequirementsCard({ requirements }: { requirements: readonly Requirement[] }) {
  const checks = useOperation('listCheckTypes');
  const documents = useOperation('listDocumentConfigs', { query: { limit: 100 } });
  const nameOf = ({ kind, slug }: Requirement) => {
    const { data } = kind === 'check' ? checks : documents;
    return data?.data.find((each) => each.slug === slug)?.name ?? slug;
  };
  return (
    <Card title="Requirements" flush>
      {requirements.length === 0 ? (
        <Empty title="The role asks for nothing.">
          <p>Edit it to add checks and documents.</p>
        </Empty>
      ) : (
        <PlainTable
          label="Requirements of the role"
          columns={[
            { title: 'Name' },
            { title: 'Kind', from: 'sm' },
            { title: 'Required' },
            { title: 'Valid for', from: 'sm' },
            { title: 'States', from: 'md' },
          ]}
          rows={requirements.map((requirement, index) => {
            const { kind, slug, required, validForDays, states } = requirement;
            return {
              key: `${index} ${slug}`,
              cells: [
                nameOf(requirement),
                wordsOf(kind),
                required ? 'Yes' : 'No',
                validForDays === null ? 'Without end' : `${validForDays} days`,
                states?.join(', ') ?? 'All',
              ],
            };
          })}
        />
      )}
    </Card>
  );
}
