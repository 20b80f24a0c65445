import type { Sandbox } from '@screening-webhooks/sandbox';

/** The data of an answer. @throws Error with the problem, if the request was refused. */
function dataOf<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error).slice(0, 500));
  return data;
}

/** Makes objects of every kind with a text in each field, cut to the field's limit. @returns the paths of their pages. */
export async function hostileWorld(sandbox: Sandbox, text: string): Promise<readonly string[]> {
  const { api, integrationId } = sandbox;
  const upTo = (length: number) => text.slice(0, length);
  const cell = upTo(100);

  const tenant = dataOf(
    await api.POST('/v1/partner/tenants', {
      body: {
        facilityName: upTo(255),
        adminEmail: 'admin@facility.example',
        termsVersion: '2026-01',
      },
    }),
  );
  const integration = dataOf(await api.POST('/v1/integrations', { body: { name: cell } }));
  const key = dataOf(
    await api.POST('/v1/api-keys', { body: { label: cell, scope: 'full_access' } }),
  );
  // The request log contains paths.
  await fetch(`${sandbox.url}/v1/candidates/${encodeURIComponent(upTo(2000))}`, {
    headers: { authorization: `Bearer ${key.key}` },
  });
  const [check] = dataOf(await api.GET('/v1/check-types')).data;
  const ordered = dataOf(
    await api.POST('/v1/packages', {
      body: { name: cell, checkTypeSlugs: [check?.slug ?? ''] },
    }),
  );
  const role = dataOf(
    await api.POST('/v1/roles', { body: { name: cell, packageId: ordered.id, requirements: [] } }),
  );
  const endpoint = dataOf(
    await api.POST('/v1/webhook-endpoints', {
      body: {
        url: `https://receiver.localhost/${encodeURIComponent(upTo(500))}`,
        integrationId: integration.id,
        description: upTo(255),
      },
    }),
  );

  const candidate = dataOf(
    await api.POST('/v1/candidates', {
      body: {
        firstName: cell,
        lastName: 'Consider',
        email: 'maria@example.com',
        phone: '+1 415 555 0100',
        dateOfBirth: '1990-02-28',
        ssnLast4: '6789',
        workState: 'CA',
        externalId: upTo(255),
        metadata: { [upTo(40)]: upTo(400) },
      },
    }),
  );
  const path = { id: candidate.id };
  const report = dataOf(
    await api.POST('/v1/reports', {
      body: { candidateId: candidate.id, packageId: ordered.id, workState: 'CA' },
    }),
  );
  await sandbox.clock.advance('30d');
  const complete = dataOf(
    await api.GET('/v1/reports/{id}', { params: { path: { id: report.id } } }),
  );
  const recordIds = complete.checks.flatMap(({ records }) => records.map(({ id }) => id));
  const { adverseActionId } = dataOf(
    await api.POST('/v1/reports/{id}/adjudicate', {
      params: { path: { id: report.id } },
      body: { decision: 'adverse_action', recordIds },
    }),
  );
  if (!adverseActionId) throw new Error('The report has no adverse action.');
  dataOf(
    await api.POST('/v1/adverse-actions/{id}/dispute', {
      params: { path: { id: adverseActionId } },
      body: { statement: `.${upTo(4998)}.` },
    }),
  );
  dataOf(await api.PATCH('/v1/candidates/{id}', { params: { path }, body: { lastName: cell } }));

  const invitation = dataOf(
    await api.POST('/v1/invitations', {
      body: { candidateId: candidate.id, roleId: role.id, workState: 'CA' },
    }),
  );
  const verification = dataOf(
    await api.POST('/v1/document-verifications', {
      body: {
        documentConfigSlug: 'rn-license',
        state: 'CA',
        integrationId,
        candidateId: candidate.id,
        externalId: upTo(255),
        formData: { licenseNumber: 'RN1234', [upTo(60)]: upTo(8000) },
        metadata: { [upTo(40)]: upTo(400) },
      },
    }),
  );
  await sandbox.clock.advance('1h');
  const triggered = await sandbox.trigger({
    type: 'document_verification.completed',
    set: {
      'data.externalId': text,
      'data.errorMessage': text,
      'data.verificationId': upTo(255),
    },
    data: { metadata: { [upTo(40)]: text } },
  });
  await sandbox.clock.advance('1h');
  await sandbox
    .fault({
      kind: 'delay',
      match: { externalId: upTo(255), eventType: upTo(255) },
    })
    .catch(async () => {
      // An event type that does not exist.
      await sandbox.fault({ kind: 'delay', match: { externalId: upTo(255) } });
    });

  const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
  const roster = [
    `first_name,last_name,email,work_state,external_id,${quoted(cell)}`,
    [cell, cell, 'ana@example.com', 'CA', upTo(255), text].map(quoted).join(','),
    [cell, '', text, text, text, text].map(quoted).join(','),
  ].join('\n');
  // File names cannot contain control characters.
  const fileName = upTo(255).replaceAll(/\p{Cc}/gu, ' ');
  const query = new URLSearchParams({ roleId: role.id, fileName });
  const uploaded = await fetch(`${sandbox.url}/v1/bulk-imports?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.keys.full}`, 'content-type': 'text/csv' },
    body: roster,
  });
  const roll = await uploaded.json();
  if (uploaded.status !== 202) throw new Error(JSON.stringify(roll).slice(0, 500));
  await sandbox.clock.settle();

  return [
    `/tenants/${tenant.tenantId}`,
    `/integrations/${integration.id}`,
    `/keys/${key.id}`,
    `/roles/${role.id}`,
    `/packages/${ordered.id}`,
    `/endpoints/${endpoint.id}`,
    `/candidates/${candidate.id}`,
    `/reports/${report.id}`,
    `/invitations/${invitation.id}`,
    `/adverse-actions/${adverseActionId}`,
    `/verifications/${verification.verificationId}`,
    `/imports/${roll.id}`,
    ...triggered.events.flatMap(({ id, deliveryIds }) => [
      `/events/${id}`,
      ...deliveryIds.map((deliveryId) => `/deliveries/${deliveryId}`),
    ]),
  ];
}
