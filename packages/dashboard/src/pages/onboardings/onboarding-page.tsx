import { byId, detailOf } from '../../resource/detail.js';
import { ObjectFacts } from '../../resource/object-facts.js';
import { factsOf } from '../../resource/property.js';
import { IdLink, useName } from '../../resource/references.js';
import { Card } from '../../ui/card.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Checklist } from './checklist.js';

export const OnboardingPage = detailOf('getOnboarding', byId, function Shown({ found }) {
  const { candidateId, invitationId } = found;
  const name = useName('candidate', candidateId);
  return (
    <Page title={`Onboarding of ${name}`} lead={<Status value={found.status} />}>
      <Card title="Checklist">
        <Checklist items={found.requirements} />
      </Card>
      <ObjectFacts
        of={found}
        rows={{
          ...factsOf(found, 'candidateId', 'roleId', 'workState'),
          Invitation: invitationId && (
            <IdLink to="/invitations/$id" id={invitationId}>
              Invitation of {name}
            </IdLink>
          ),
        }}
      />
    </Page>
  );
});
