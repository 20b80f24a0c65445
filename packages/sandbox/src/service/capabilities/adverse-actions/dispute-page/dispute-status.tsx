import type { FC } from 'hono/jsx';
import { agency, disputeOutcomes } from '../notices.js';
import type { AdverseActionRow } from '../records.js';
import type { DisputeView } from './dispute-view.js';

export const statusTitle: Readonly<Record<AdverseActionRow['phase'], string>> = {
  'pre-notice': 'Dispute your background report',
  'dispute-open': 'We received your dispute',
  'dispute-resolved': 'Your dispute is resolved',
  completed: 'The decision was made',
  canceled: 'There is nothing to dispute',
};

/** Shows an adverse action that is disputed, or that can no longer be disputed. */
export const DisputeStatus: FC<{ readonly view: DisputeView }> = ({ view }) => {
  const { brand, action, show } = view;
  switch (action.phase) {
    case 'pre-notice':
      return null;
    case 'dispute-open':
      return (
        <>
          <p>Nothing is decided until it is resolved.</p>
          <Disputed view={view} />
        </>
      );
    case 'dispute-resolved':
      return (
        <>
          <Disputed view={view} />
          {action.finalNoticeEligibleAt && (
            <p>
              The decision of <bdi>{brand.name}</bdi> can become final on or after{' '}
              {show(action.finalNoticeEligibleAt)}.
            </p>
          )}
          <Contact />
        </>
      );
    case 'completed':
      return (
        <>
          {action.finalNoticeSentAt && (
            <p>
              <bdi>{brand.name}</bdi> sent you its decision on {show(action.finalNoticeSentAt)}. You
              can still dispute the report with the agency.
            </p>
          )}
          <Contact />
        </>
      );
    case 'canceled':
      return (
        <>
          <p>
            <bdi>{brand.name}</bdi> withdrew the notice about your background report.
          </p>
          {action.dispute && <Disputed view={view} />}
        </>
      );
  }
};

const Disputed: FC<{ readonly view: DisputeView }> = ({ view: { action, show } }) => {
  const { dispute } = action;
  if (!dispute) return null;
  return (
    <dl>
      <dt>Disputed</dt>
      <dd>{show(new Date(dispute.openedAt))}</dd>
      {dispute.resolvedAt && dispute.outcome ? (
        <>
          <dt>Resolved</dt>
          <dd>
            {show(new Date(dispute.resolvedAt))}: {disputeOutcomes[dispute.outcome]}
          </dd>
        </>
      ) : (
        <>
          <dt>To be resolved by</dt>
          <dd>{show(new Date(dispute.dueAt))}</dd>
        </>
      )}
      <dt>{dispute.openedBy === 'candidate' ? 'You wrote' : 'Written for you'}</dt>
      <dd class="lines" dir="auto">
        {dispute.statement}
      </dd>
    </dl>
  );
};

const Contact: FC = () => (
  <address>
    {agency.name}, {agency.address}, {agency.email}, <span class="whole">{agency.phone}</span>
  </address>
);
