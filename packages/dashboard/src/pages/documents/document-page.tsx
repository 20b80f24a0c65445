import { Time } from '../../clock/time.js';
import { Action } from '../../resource/action.js';
import { detailOf } from '../../resource/detail.js';
import { forgetName, Name, NameLink } from '../../resource/references.js';
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
          {custom && (
            <Action
              operation="changeDocumentConfig"
              path={{ slug }}
              initial={config}
              onDone={() => forgetName('document', slug)}
            />
          )}
        </>
      }
    >
      <FactsCard
        title="Details"
        rows={{
          'Made by': custom ? 'You' : 'Catalog',
          'Issuing source': sourceSlug ? <Name kind="source" id={sourceSlug} /> : 'None',
          Check: <NameLink kind="check" id={config.checkTypeSlug} />,
          States: states.includes('*') ? 'All' : states.join(', '),
          Files: config.requiresFiles ? 'One is needed to submit' : 'Not needed',
          Created: <Time value={config.createdAt} />,
          Changed: <Time value={config.updatedAt} />,
        }}
      />
      <Card title="Fields" flush>
        <PlainTable
          label="Fields of the document"
          columns={[
            { title: 'Name' },
            { title: 'Type', from: 'sm' },
            { title: 'Needed' },
            { title: 'Pattern', from: 'md' },
          ]}
          rows={fields.map(({ key, type, required, pattern, hint }) => ({
            key,
            cells: [
              <Text key="name" mono>
                {key}
              </Text>,
              wordsOf(type),
              required ? 'Yes' : 'No',
              <span key="pattern">
                {pattern === undefined ? '–' : <Text mono>{pattern}</Text>}
                {hint !== undefined && (
                  <span className="block text-xs text-muted">
                    <Text>{hint}</Text>
                  </span>
                )}
              </span>,
            ],
          }))}
        />
      </Card>
      {magicValues.length > 0 && (
        <Card title="Values that choose the outcome" flush>
          <p className="px-4 pb-2 text-muted">
            In the sandbox, the field <Text mono>{magicField}</Text> chooses the outcome.
          </p>
          <PlainTable
            label="Values and outcomes"
            columns={[{ title: 'Value' }, { title: 'Outcome' }]}
            rows={magicValues.map(({ value, outcome }) => ({
              key: value,
              cells: [
                <Text key="value" mono>
                  {value}
                </Text>,
                outcome,
              ],
            }))}
          />
        </Card>
      )}
    </Page>
  );
});
