import { Time } from '../../clock/time.js';
import { byId, detailOf } from '../../resource/detail.js';
import { IdLink, NameLink, ObjectId, useName } from '../../resource/references.js';
import { Card, FactsCard } from '../../ui/card.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Checklist } from './checklist.js';

export const OnboardingPage = detailOf('getOnboarding', byId, function Shown({ found }) {
  const { candidateId, roleId, invitationId } = found;
  const name = useName('candidate', candidateId);
  return (
    <Page title={`Onboarding of ${name}`} lead={<Status value={found.status} />}>
      <Card title="Checklist">
        <Checklist items={found.requirements} />
      </Card>
      <FactsCard
        title="Details"
        rows={{
          Candidate: <NameLink kind="candidate" id={candidateId} />,
          Role: <NameLink kind="role" id={roleId} />,
          'Work state': found.workState,
          Invitation: invitationId && (
            <IdLink to="/invitations/$id" id={invitationId}>
              Invitation of {name}
            </IdLink>
          ),
          'Onboarding ID': <ObjectId id={found.id} />,
          Created: <Time value={found.createdAt} />,
          Changed: <Time value={found.updatedAt} />,
        }}
      />
    </Page>
  );
});
