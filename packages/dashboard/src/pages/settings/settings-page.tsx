import { useOperation } from '../../api/use-operation.js';
import { Action } from '../../resource/action.js';
import { Detail } from '../../resource/detail.js';
import { ObjectFacts } from '../../resource/object-facts.js';
import { factsOf } from '../../resource/property.js';
import { IntegrationLink } from '../../resource/references.js';
import { Page } from '../../ui/page.js';

export function SettingsPage() {
  const query = useOperation('getAccount');
  return (
    <Detail query={query}>
      {(account) => (
        <Page>
          <ObjectFacts
            of={{ id: account.id }}
            title="Account"
            actions={<Action operation="changeAccount" initial={account} />}
            rows={{
              ...factsOf(account, 'name', 'adminEmail', 'timeZone'),
              'Brand color': account.brandColor ?? 'Default',
              'Default integration': account.defaultIntegrationId && (
                <IntegrationLink id={account.defaultIntegrationId} />
              ),
            }}
          />
        </Page>
      )}
    </Detail>
  );
}
