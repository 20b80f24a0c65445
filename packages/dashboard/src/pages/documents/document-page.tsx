import { Action } from '../../resource/action.js';
import { detailOf } from '../../resource/detail.js';
import { factsOf } from '../../resource/property.js';
import { Name } from '../../resource/references.js';
import { Card, FactsCard } from '../../ui/card.js';
import { LinkButton } from '../../ui/link-button.js';
import { Page } from '../../ui/page.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Text } from '../../ui/text.js';
import { wordsOf } from '../../words/words-of.js';

const bySlug = (slug: string) => ({ path: { slug } });

export const DocumentPage = detailOf('getDocumentConfig', bySlug, ({ found: config }) => {
  const { slug, name, custom, sourceSlug, states, fields, magicField, magicValues } = config;
  return (
    <Page
      title={name}
      lead={<Text mono>{slug}</Text>}
      actions={
        <>
          <LinkButton
            to="/verifications"
            search={{ documentConfigSlug: slug }}
            label="Verifications"
          />
          {custom && <Action operation="changeDocumentConfig" on={config} initial={config} />}
        </>
      }
    >
      <FactsCard
        rows={{
          ...factsOf(config, 'custom', 'checkTypeSlug'),
          'Issuing source': sourceSlug ? <Name kind="source" id={sourceSlug} /> : 'None',
          States: states.includes('*') ? 'All' : states.join(', '),
          Files: config.requiresFiles ? 'Required' : 'Optional',
          ...factsOf(config, 'createdAt', 'updatedAt'),
        }}
      />
      <Card title="Fields" flush>
        <PlainTable
          label="Fields of the document"
          rows={fields}
          rowId={({ key }) => key}
          columns={[
            { title: 'Name', cell: ({ key }) => <Text mono>{key}</Text> },
            { title: 'Type', from: 'sm', cell: ({ type }) => wordsOf(type) },
            { title: 'Required', cell: ({ required }) => (required ? 'Yes' : 'No') },
            {
              title: 'Pattern',
              from: 'md',
              cell: ({ pattern, hint }) => (
                <>
                  {pattern === undefined ? '–' : <Text mono>{pattern}</Text>}
                  <Text className="block text-xs text-muted">{hint}</Text>
                </>
              ),
            },
          ]}
        />
      </Card>
      {magicValues.length > 0 && (
        <Card title="Magic values" flush>
          <p className="px-4 pb-2 text-muted">
            In the sandbox, the field <Text mono>{magicField}</Text> chooses the outcome.
          </p>
          <PlainTable
            label="Values and outcomes"
            rows={magicValues}
            rowId={({ value }) => value}
            columns={[
              { title: 'Value', cell: ({ value }) => <Text mono>{value}</Text> },
              { title: 'Outcome', cell: ({ outcome }) => outcome },
            ]}
          />
        </Card>
      )}
    </Page>
  );
});
