import type { Command } from '../../../kernel/command.js';

/** An object that an event of the account would carry. */
interface AccountRecord {
  readonly id: string;
  readonly [field: string]: unknown;
}

/**
 * A record as the two events would carry it that are marked "coming soon" (spec section 6). Their payloads are not shown, so
 * only test deliveries have them. Undefined: the type is neither of them.
 */
export async function sampleAccountRecord(
  eventType: string,
  { now, nextId }: Command,
): Promise<AccountRecord | undefined> {
  const times = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
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
      submittedAt: now.toISOString(),
      authorization: { source: 'hosted', at: now.toISOString() },
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
    estimatedCompletionAt: now.toISOString(),
    completedAt: now.toISOString(),
    turnaroundSeconds: 0,
    invitationId: null,
    metadata: {},
    ...times,
  };
}
