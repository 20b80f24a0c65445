import type { Command } from '../../../kernel/command.js';

/**
 * Makes a record for a test delivery of an event of the account. The two events are marked "coming soon" (spec section 6), and
 * their payloads are not shown. `undefined` for any other type.
 */
export async function sampleAccountRecord(eventType: string, { now, nextId }: Command) {
  const times = { createdAt: now, updatedAt: now };
  if (eventType === 'candidate.completed') {
    return {
      id: await nextId('cand'),
      externalId: 'clinician-1',
      firstName: 'Maria',
      lastName: 'Ortiz',
      email: 'maria.ortiz@example.com',
      phone: null,
      dateOfBirth: '1990-02-28',
      ssnLast4: null,
      workState: 'CA',
      roleId: await nextId('role'),
      status: 'completed',
      submittedAt: now,
      authorization: { source: 'hosted', at: now },
      metadata: {},
      ...times,
    };
  }
  if (eventType !== 'report.completed') return undefined;
  return {
    id: await nextId('rpt'),
    candidateId: await nextId('cand'),
    packageId: await nextId('pkg'),
    workState: 'CA',
    status: 'complete',
    result: 'clear',
    includesCanceled: false,
    adjudication: null,
    adjudicationNote: null,
    adverseActionId: null,
    checks: [],
    missingInformation: [],
    price: { amountCents: 1500, currency: 'USD', source: 'list' },
    estimatedCompletionAt: now,
    completedAt: now,
    turnaroundSeconds: 0,
    invitationId: null,
    metadata: {},
    ...times,
  };
}
