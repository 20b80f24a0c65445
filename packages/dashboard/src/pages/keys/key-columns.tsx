import type { Item } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { RowLink } from '../../resource/references.js';
import type { Column } from '../../ui/data-table.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { wordsOf } from '../../words/words-of.js';
import { IntegrationLink } from '../integrations/integration-link.js';

export const keyColumns: readonly Column<Item<'listApiKeys'>>[] = [
  { title: 'Label', cell: ({ id, label }) => <RowLink to="/keys/$id" id={id} text={label} /> },
  { title: 'Key', cell: (key) => <Text mono>{shownKey(key)}</Text> },
  { title: 'Scope', from: 'sm', cell: ({ scope }) => wordsOf(scope) },
  {
    title: 'For',
    from: 'lg',
    cell: ({ integrationId }) =>
      integrationId === null ? 'All integrations' : <IntegrationLink id={integrationId} />,
  },
  {
    title: 'Last used',
    from: 'md',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Time value={lastUsedAt} />),
  },
  { title: 'State', from: 'sm', cell: (key) => <KeyState apiKey={key} /> },
];

/** What is known of a key: how it begins and ends. */
export function shownKey({ prefix, last4 }: { prefix: string; last4: string }): string {
  return `${prefix}…${last4}`;
}

/** Whether a key still works. */
export function KeyState({ apiKey }: { apiKey: { readonly revokedAt: string | null } }) {
  return <Status value={apiKey.revokedAt === null ? 'active' : 'revoked'} />;
}
