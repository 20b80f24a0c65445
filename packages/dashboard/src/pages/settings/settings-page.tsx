import { useOperation } from '../../api/use-operation.js';
import { Action } from '../../resource/action.js';
import { Detail } from '../../resource/detail.js';
import { IntegrationLink } from '../../resource/references.js';
import { Card, Facts } from '../../ui/card.js';
import { Page } from '../../ui/page.js';
import { Text } from '../../ui/text.js';

/** The account. */
export function SettingsPage() {
  const account = useOperation('getAccount');
  return (
    <Detail query={account}>
      {({ id, name, adminEmail, timeZone, brandColor, defaultIntegrationId }) => (
        <Page title="Settings">
          <Card
            title="Account"
            actions={
              <Action
                operation="changeAccount"
                initial={{ name, adminEmail, timeZone, brandColor }}
              />
            }
          >
            <Facts
              rows={{
                Name: <Text>{name}</Text>,
                Administrator: <Text>{adminEmail}</Text>,
                'Time zone': <Text>{timeZone}</Text>,
                'Brand color': brandColor ?? 'That of the service',
                'Default integration':
                  defaultIntegrationId === null ? (
                    'None'
                  ) : (
                    <IntegrationLink id={defaultIntegrationId} />
                  ),
                ID: <Text mono>{id}</Text>,
              }}
            />
          </Card>
        </Page>
      )}
    </Detail>
  );
}
