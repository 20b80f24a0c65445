import { and, eq } from 'drizzle-orm';
import { changeIntake, saveAnswers, submitIntake } from '../../capabilities/invitations/index.js';
import { checks, packages, reports, roles } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { type Command, inTenant, type Scope } from '../../kernel/command.js';
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
 * Makes a world that looks lived in (service tables 2.2): the data of an account after two weeks of use, by the operations of the API
 * at times before the command's. Its documented ids derive from the default seed.
 */
export async function makeDemoWorld(
  command: Command,
  scope: Scope,
  capabilities: Capabilities,
): Promise<void> {
  const past = pastCalls(command, scope, capabilities);
  const catalog = await readCatalog(command.tx, scope);
  await past.goTo(14 * DAY);
  const staffing = await past.create('createIntegration', { name: 'Staffing portal' });
  await makeTenants(past);
  await makeCandidates(past, catalog);
  await makeVerifications(past, staffing);
  await past.call('createBulkImport', {
    query: { fileName: 'roster.csv' },
    body: { file: new File([roster], 'roster.csv', { type: 'text/csv' }) },
  });
  // Last, so that nothing of the past is delivered to them.
  await makeEndpoints(past, staffing);
  // Still open, so that its page can be used.
  await past.create('createVerificationSession', {
    integrationId: staffing,
    reference: 'clinician-9',
    documentConfigSlugs: ['drivers-license', 'cpr-card'],
  });
  await past.goTo(0);
}

interface Catalog {
  readonly packageIds: ReadonlyMap<string, string>;
  readonly roleIds: ReadonlyMap<string, string>;
}

async function readCatalog(tx: Sql, scope: Scope): Promise<Catalog> {
  const ofPackages = await tx.select().from(packages).where(inTenant(packages, scope));
  const ofRoles = await tx.select().from(roles).where(inTenant(roles, scope));
  return {
    packageIds: new Map(ofPackages.map(({ slug, id }) => [slug, id])),
    roleIds: new Map(ofRoles.map(({ slug, id }) => [slug, id])),
  };
}

async function makeTenants(past: PastCalls): Promise<void> {
  const termsVersion = '2026-01';
  const clinic = {
    facilityName: 'Lakeside Clinic',
    adminEmail: 'admin@lakeside.example',
    termsVersion,
    brandColor: '#0f766e',
    pricing: { packages: { essential: 1200 }, checkTypes: {} },
  };
  await past.call('provisionTenant', { body: clinic });
  const home = {
    facilityName: 'Harbor Home Care',
    adminEmail: 'admin@harbor.example',
    termsVersion,
  };
  const { tenantId } = await past.call('provisionTenant', { body: home });
  await past.call('suspendTenant', { id: String(tenantId) });
}

/** Eight candidates, of every status, and six reports. Two of them have led to an adverse action. */
async function makeCandidates(past: PastCalls, { packageIds, roleIds }: Catalog): Promise<void> {
  let added = 0;
  const add = (firstName: string, lastName: string, identity: object = {}) => {
    added += 1;
    const email = `${firstName}.${lastName}@example.com`.toLowerCase();
    const externalId = `clinician-${added}`;
    return past.create('createCandidate', { firstName, lastName, email, externalId, ...identity });
  };
  const enroll = (operationId: string, candidateId: string, role: string) =>
    past.create(operationId, { candidateId, roleId: roleIds.get(role), workState: CA });
  const invite = (candidateId: string, role: string) =>
    enroll('createInvitation', candidateId, role);
  const order = (candidateId: string, slug: string) =>
    past.create('createReport', { candidateId, packageId: packageIds.get(slug), workState: CA });

  await past.goTo(12 * DAY);
  const maria = await add('Maria', 'Ortiz', known);
  const invitation = await invite(maria, 'registered-nurse');
  await enroll('createOnboarding', maria, 'registered-nurse');
  const leo = await add('Leo', 'Archer');
  await invite(leo, 'driver');
  await past.goTo(11 * DAY);
  const holder = { formData: { holderName: 'Maria Ortiz' }, fileIds: [] };
  const authorizedAt = past.command().now.toISOString();
  await enter(past, invitation, {
    identityAt: authorizedAt,
    authorizedAt,
    signature: 'Maria Ortiz',
    documents: {
      'rn-license': { formData: { licenseNumber: 'RN482913' }, fileIds: [] },
      'cpr-card': holder,
      'tb-test': holder,
      'vaccination-record': { formData: {}, fileIds: [] },
    },
  });
  await changeIntake((body) => body(past.command()), invitation, submitIntake);
  await past.call('archiveCandidate', { id: leo });

  const dana = await add('Dana', 'Disputed', known);
  const danas = await order(dana, 'essential');
  await past.goTo(8 * DAY);
  const marias = await findReport(past, maria);
  await past.call('adjudicateReport', { id: marias, body: { decision: 'engage' } });
  await beginAdverseAction(past, danas);

  const derek = await add('Derek', 'Consider', known);
  const dereks = await order(derek, 'essential');
  const sam = await add('Sam', 'Suspended', known);
  await order(sam, 'essential');
  await past.goTo(3 * DAY);
  await beginAdverseAction(past, dereks);
  const chloe = await add('Chloe', 'Nguyen');
  const chloes = await invite(chloe, 'certified-nursing-assistant');
  await past.goTo(DAY);
  await enter(past, chloes, { identityAt: past.command().now.toISOString() });
  const ivy = await add('Ivy', 'Slow', known);
  await invite(ivy, 'licensed-practical-nurse');
  await order(ivy, 'executive');
  const ana = await add('Ana', 'Rivera');
  // It waits for data of hers that the checks need.
  await order(ana, 'driver');
}

async function enter(
  past: PastCalls,
  invitationId: string,
  answers: Parameters<typeof saveAnswers>[1],
): Promise<void> {
  await changeIntake(
    (body) => body(past.command()),
    invitationId,
    (intake) => saveAnswers(intake, answers),
  );
}

async function findReport(past: PastCalls, candidateId: string): Promise<string> {
  const { tx, scope } = past.command();
  const [report] = await tx
    .select({ id: reports.id })
    .from(reports)
    .where(and(inTenant(reports, scope), eq(reports.candidateId, candidateId)));
  if (!report) throw new Error(`The candidate ${candidateId} has no report.`);
  return report.id;
}

/** Begins an adverse action that is based on all records of a report. */
async function beginAdverseAction(past: PastCalls, reportId: string): Promise<void> {
  const { tx } = past.command();
  const found = await tx.select().from(checks).where(eq(checks.reportId, reportId));
  const recordIds = found.flatMap(({ records }) => records.map(({ id }) => id));
  const body = { decision: 'adverse_action', recordIds };
  await past.call('adjudicateReport', { id: reportId, body });
}

/** Nine verifications in addition to the three of an intake. Together, they have every status. */
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

/** Endpoints of the service itself, whose sinks answer. The first endpoint that a developer makes belongs to the demo integration. */
async function makeEndpoints(past: PastCalls, staffing: string): Promise<void> {
  await past.goTo(1);
  const { origin } = past.command().urls;
  await past.create('createWebhookEndpoint', {
    url: `${origin}/sink/staffing`,
    integrationId: staffing,
  });
  await past.create('createWebhookEndpoint', { url: `${origin}/sink/account`, owner: 'account' });
}
