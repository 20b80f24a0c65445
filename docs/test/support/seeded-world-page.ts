import { type SandboxApi, startSandbox } from '@screening-webhooks/sandbox';

/** The page `docs/sandbox/seeded-world.md`: the objects of the seeded world, with the ids of the default seed. */
export async function seededWorldPage(): Promise<string> {
  const sandbox = await startSandbox({ seed: 'demo', clock: { at: '2026-01-15T12:00:00Z' } });
  try {
    return [
      '# The seeded world',
      "What `screening-sandbox` starts with, and `startSandbox({ seed: 'demo' })`: an account after two weeks of use, made by the\noperations of the API. Its times are those two weeks before the start. The ids are the same at every start, because they derive\nfrom the seed `sandbox`; another `--rng` gives others. `--seed none` starts with the catalog, the keys and the demo integration\nonly; with `SCREENING_DATABASE_URL` that is the default, and ids are random. A test makes this page.",
      ...(await sectionsOf(sandbox.api)),
    ]
      .join('\n\n')
      .concat('\n');
  } finally {
    await sandbox.close();
  }
}

type Row = readonly (string | null)[];

function table(title: string, columns: readonly string[], rows: readonly Row[]): string {
  const line = (cells: Row): string => `| ${cells.map((cell) => cell ?? '').join(' | ')} |`;
  const head = [line(columns), `|${'---|'.repeat(columns.length)}`];
  // Lists begin with the newest.
  return [`## ${title}`, '', ...head, ...[...rows].reverse().map(line)].join('\n');
}

async function sectionsOf(api: SandboxApi): Promise<readonly string[]> {
  const all = { params: { query: { limit: 100 } } } as const;
  const candidates = (await api.GET('/v1/candidates', all)).data?.data ?? [];
  const names = new Map(candidates.map((one) => [one.id, `${one.firstName} ${one.lastName}`]));
  const nameOf = (id: string): string => names.get(id) ?? '';
  const reports = (await api.GET('/v1/reports', all)).data?.data ?? [];
  const invitations = (await api.GET('/v1/invitations', all)).data?.data ?? [];
  const onboardings = (await api.GET('/v1/onboardings', all)).data?.data ?? [];
  const actions = (await api.GET('/v1/adverse-actions', all)).data?.data ?? [];
  const verifications = (await api.GET('/v1/document-verifications', all)).data?.data ?? [];
  const sessions = (await api.GET('/v1/verification-sessions', all)).data?.data ?? [];
  const imports = (await api.GET('/v1/bulk-imports', all)).data?.data ?? [];
  const tenants = (await api.GET('/v1/partner/tenants', all)).data?.data ?? [];
  const packages = (await api.GET('/v1/packages', all)).data?.data ?? [];
  const roles = (await api.GET('/v1/roles', all)).data?.data ?? [];
  const integrations = (await api.GET('/v1/integrations', all)).data?.data ?? [];
  const endpoints = (await api.GET('/v1/webhook-endpoints', all)).data?.data ?? [];
  const keys = (await api.GET('/v1/api-keys', all)).data?.data ?? [];
  return [
    table(
      'Candidates',
      ['candidate', 'status', '`externalId`', 'id'],
      candidates.map((one) => [nameOf(one.id), one.status, one.externalId, one.id]),
    ),
    table(
      'Reports',
      ['candidate', 'status', 'result', 'adjudication', 'id'],
      reports.map((one) => [
        nameOf(one.candidateId),
        one.status,
        one.result,
        one.adjudication,
        one.id,
      ]),
    ),
    table(
      'Adverse actions',
      ['candidate', 'stage', 'status', 'id'],
      actions.map((one) => [nameOf(one.candidateId), one.stage, one.status, one.id]),
    ),
    table(
      'Invitations',
      ['candidate', 'status', 'id'],
      invitations.map((one) => [nameOf(one.candidateId), one.status, one.id]),
    ),
    table(
      'Onboardings',
      ['candidate', 'status', 'id'],
      onboardings.map((one) => [nameOf(one.candidateId), one.status, one.id]),
    ),
    table(
      'Document verifications',
      ['document', 'status', 'attempts', 'id'],
      verifications.map((one) => [
        one.documentConfigSlug,
        one.status,
        String(one.attemptCount),
        one.verificationId,
      ]),
    ),
    // Each verification above has its own session.
    table(
      'Verification session whose page is open',
      ['documents', '`reference`', 'id'],
      sessions
        .filter(({ documentConfigSlugs }) => documentConfigSlugs.length > 1)
        .map((one) => [one.documentConfigSlugs.join(', '), one.reference, one.id]),
    ),
    table(
      'Bulk imports',
      ['file', 'status', 'valid', 'pending', 'missing', 'id'],
      imports.map(({ fileName, status, counts, id }) => [
        fileName,
        status,
        String(counts.valid),
        String(counts.pending),
        String(counts.missing),
        id,
      ]),
    ),
    table(
      'Tenants',
      ['tenant', 'status', 'slug', 'id'],
      tenants.map((one) => [one.facilityName, one.status, one.slug, one.tenantId]),
    ),
    table(
      'Packages',
      ['package', 'checks', 'cents', 'id'],
      packages.map((one) => [
        one.slug,
        one.checkTypeSlugs.join(', '),
        String(one.priceCents),
        one.id,
      ]),
    ),
    table(
      'Roles',
      ['role', 'requirements', 'id'],
      roles.map((one) => [one.slug, one.requirements.map(({ slug }) => slug).join(', '), one.id]),
    ),
    table(
      'Integrations and endpoints',
      ['what', 'id'],
      [
        ...endpoints.map((one) => [
          `the endpoint ${new URL(one.url).pathname} of the service itself`,
          one.id,
        ]),
        ...integrations.map((one) => [one.name, one.id]),
      ],
    ),
    table(
      'API keys',
      ['label', 'scope', 'id'],
      keys.map((one) => [one.label, one.scope, one.id]),
    ),
  ];
}
