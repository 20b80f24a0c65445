import { and, eq } from 'drizzle-orm';
import { checks, packages, reports, roles } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import type { Command } from '../../kernel/command.js';
import { inTenant, type Scope } from '../../kernel/scope.js';
import { beginIntake, completeIntake } from './complete-intake.js';
import { type Capabilities, type PastCalls, pastCalls } from './past-calls.js';

const DAY = 24;
const CA = 'CA';
const known = { dateOfBirth: '1990-02-28', ssnLast4: '6789' };
const roster = `first_name,last_name,email,role,work_state,external_id,rn_license_number,drivers_license_number
Maria,Ortiz,maria.ortiz@example.com,registered-nurse,CA,clinician-1,RN482913,
Noah,Kim,noah.kim@example.com,driver,CA,clinician-9,,D7712040
Grace,Lee,,registered-nurse,CA,clinician-10,RN555120,
Omar,Haddad,omar.haddad@example.com,pilot,TX,clinician-11,,
`;

/**
 * A world that looks lived in (service tables 2.2): what an account has after two weeks of use, by the operations of the API at
 * times before the command's. Its documented ids derive from the default seed.
 */
export async function makeDemoWorld(
  command: Command,
  scope: Scope,
  capabilities: Capabilities,
): Promise<void> {
  const past = pastCalls(command, scope, capabilities);
  const world = { past, ...(await catalogOf(command.tx, scope)) };
  await past.goTo(14 * DAY);
  const staffing = await idOf(
    past.call('createIntegration', { body: { name: 'Staffing portal' } }),
  );
  await makeTenants(past);
  await makeCandidates(world);
  await makeVerifications(past, staffing);
  await past.call('createBulkImport', {
    query: { fileName: 'roster.csv' },
    body: { file: new File([roster], 'roster.csv', { type: 'text/csv' }) },
  });
  // Last, so that nothing of the past is delivered to them.
  await makeEndpoints(past, staffing);
  // Still open, so that its page can be used.
  await past.call('createVerificationSession', {
    body: {
      integrationId: staffing,
      reference: 'clinician-9',
      documentConfigSlugs: ['drivers-license', 'cpr-card'],
    },
  });
  await past.goTo(0);
}

interface World {
  readonly past: PastCalls;
  /** The ids of the account's packages and roles, by their slugs. */
  readonly packageIds: ReadonlyMap<string, string>;
  readonly roleIds: ReadonlyMap<string, string>;
}

async function catalogOf(tx: Sql, scope: Scope): Promise<Omit<World, 'past'>> {
  const ofPackages = await tx.select().from(packages).where(inTenant(packages, scope));
  const ofRoles = await tx.select().from(roles).where(inTenant(roles, scope));
  return {
    packageIds: new Map(ofPackages.map(({ slug, id }) => [slug, id])),
    roleIds: new Map(ofRoles.map(({ slug, id }) => [slug, id])),
  };
}

async function makeTenants(past: PastCalls): Promise<void> {
  await past.call('provisionTenant', {
    body: {
      facilityName: 'Lakeside Clinic',
      adminEmail: 'admin@lakeside.example',
      termsVersion: '2026-01',
      brandColor: '#0f766e',
      pricing: { packages: { essential: 1200 }, checkTypes: {} },
    },
  });
  const { tenantId } = await past.call('provisionTenant', {
    body: {
      facilityName: 'Harbor Home Care',
      adminEmail: 'admin@harbor.example',
      termsVersion: '2026-01',
    },
  });
  await past.call('suspendTenant', { id: String(tenantId) });
}

/** Eight candidates, of every status, and six reports. Two of them have led to an adverse action. */
async function makeCandidates(world: World): Promise<void> {
  const { past, packageIds, roleIds } = world;
  const invite = (candidateId: string, role: string) =>
    idOf(
      past.call('createInvitation', {
        body: { candidateId, roleId: roleIds.get(role), workState: CA },
      }),
    );
  const order = (candidateId: string, slug: string) =>
    idOf(
      past.call('createReport', {
        body: { candidateId, packageId: packageIds.get(slug), workState: CA },
      }),
    );

  await past.goTo(12 * DAY);
  const maria = await addCandidate(past, 'Maria', 'Ortiz', { externalId: 'clinician-1', ...known });
  const invitation = await invite(maria, 'registered-nurse');
  await past.call('createOnboarding', {
    body: { candidateId: maria, roleId: roleIds.get('registered-nurse'), workState: CA },
  });
  const leo = await addCandidate(past, 'Leo', 'Archer', { externalId: 'clinician-2' });
  await invite(leo, 'driver');
  await past.goTo(11 * DAY);
  const holder = { formData: { holderName: 'Maria Ortiz' }, fileIds: [] };
  await completeIntake(past.command(), invitation, {
    signature: 'Maria Ortiz',
    documents: {
      'rn-license': { formData: { licenseNumber: 'RN482913' }, fileIds: [] },
      'cpr-card': holder,
      'tb-test': holder,
      'vaccination-record': { formData: {}, fileIds: [] },
    },
  });
  await past.call('archiveCandidate', { id: leo });

  const dana = await addCandidate(past, 'Dana', 'Disputed', {
    externalId: 'clinician-3',
    ...known,
  });
  const danas = await order(dana, 'essential');
  await past.goTo(8 * DAY);
  const marias = await reportOf(past, maria);
  await past.call('adjudicateReport', { id: marias, body: { decision: 'engage' } });
  await beginAdverseAction(past, danas);

  const derek = await addCandidate(past, 'Derek', 'Consider', {
    externalId: 'clinician-4',
    ...known,
  });
  const dereks = await order(derek, 'essential');
  const sam = await addCandidate(past, 'Sam', 'Suspended', { externalId: 'clinician-5', ...known });
  await order(sam, 'essential');
  await past.goTo(3 * DAY);
  await beginAdverseAction(past, dereks);
  const chloe = await addCandidate(past, 'Chloe', 'Nguyen', { externalId: 'clinician-6' });
  const chloes = await invite(chloe, 'certified-nursing-assistant');
  await past.goTo(DAY);
  const at = past.command().now.toISOString();
  await beginIntake(past.command(), chloes, { identityAt: at });
  const ivy = await addCandidate(past, 'Ivy', 'Slow', { externalId: 'clinician-7', ...known });
  await invite(ivy, 'licensed-practical-nurse');
  await order(ivy, 'executive');
  const ana = await addCandidate(past, 'Ana', 'Rivera', { externalId: 'clinician-8' });
  // It waits for what the checks need of her.
  await order(ana, 'driver');
}

async function addCandidate(
  past: PastCalls,
  firstName: string,
  lastName: string,
  more: object,
): Promise<string> {
  const email = `${firstName}.${lastName}@example.com`.toLowerCase();
  return idOf(past.call('createCandidate', { body: { firstName, lastName, email, ...more } }));
}

async function reportOf(past: PastCalls, candidateId: string): Promise<string> {
  const { tx, scope } = past.command();
  const [report] = await tx
    .select({ id: reports.id })
    .from(reports)
    .where(and(inTenant(reports, scope), eq(reports.candidateId, candidateId)));
  if (!report) throw new Error(`The candidate ${candidateId} has no report.`);
  return report.id;
}

/** An adverse action that is based on all that a report has found. */
async function beginAdverseAction(past: PastCalls, reportId: string): Promise<void> {
  const { tx } = past.command();
  const found = await tx.select().from(checks).where(eq(checks.reportId, reportId));
  const recordIds = found.flatMap(({ records }) => records.map(({ id }) => id));
  const body = { decision: 'adverse_action', recordIds };
  await past.call('adjudicateReport', { id: reportId, body });
}

/** Nine verifications beside the three of an intake, which have every status together. */
async function makeVerifications(past: PastCalls, staffing: string): Promise<void> {
  const verify = (documentConfigSlug: string, formData: object) =>
    past.call('createDocumentVerification', {
      body: { documentConfigSlug, state: CA, integrationId: staffing, formData },
    });
  await past.goTo(20);
  await verify('drivers-license', { licenseNumber: 'D4829130' });
  await verify('npi', { npi: 'SBX-RETRY-1' });
  await verify('np-license', { licenseNumber: 'SBX-DISCIPLINE-1' });
  await verify('lpn-license', { licenseNumber: 'SBX-NOTFOUND-1' });
  await verify('dea-registration', { registrationNumber: 'SBX-DOWN-1' });
  await verify('vaccination-record', { holderName: 'Noah Kim' });
  await verify('rn-license', { licenseNumber: 'SBX-HOLD-1' });
  await verify('rn-license', {});
  const { verificationId } = await verify('cna-certification', {});
  await past.call('cancelDocumentVerification', { id: String(verificationId) });
}

/** Endpoints of the service itself, whose sinks answer. The first that a developer makes is the one of the demo integration. */
async function makeEndpoints(past: PastCalls, staffing: string): Promise<void> {
  await past.goTo(1);
  const { origin } = past.command().urls;
  await past.call('createWebhookEndpoint', {
    body: { url: `${origin}/sink/staffing`, integrationId: staffing },
  });
  await past.call('createWebhookEndpoint', {
    body: { url: `${origin}/sink/account`, owner: 'account' },
  });
}

async function idOf(answer: Promise<Readonly<Record<string, unknown>>>): Promise<string> {
  return String((await answer)['id']);
}
