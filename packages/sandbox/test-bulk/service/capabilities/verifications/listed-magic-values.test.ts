import { expect, it } from 'vitest';
import { sharedService } from '../../../../test/support/service.js';

const service = sharedService();

const known: Readonly<Record<string, string>> = {
  licenseNumber: 'RN954321',
  holderName: 'Maria Ortiz',
};

interface ListedConfig {
  readonly slug: string;
  readonly sourceSlug: string | null;
  readonly magicField: string;
  readonly requiresFiles: boolean;
  readonly fields: readonly {
    readonly key: string;
    readonly required: boolean;
    readonly type: string;
  }[];
  readonly magicValues: readonly { readonly value: string; readonly outcome: string }[];
}

it('the magic values that the API lists have the outcomes that it names', async () => {
  const { call, control, description } = service();
  const { body } = await call('GET', '/v1/document-configs');
  const configs = body['data'] as readonly ListedConfig[];
  const sourced = configs.filter(({ requiresFiles }) => !requiresFiles);
  const ordered: { id: string; outcome: string }[] = [];
  for (const { slug, fields, magicField, magicValues } of sourced) {
    for (const { value, outcome } of magicValues) {
      const formData = Object.fromEntries(
        fields
          .filter(({ required, key }) => required && key !== magicField)
          .map(({ key, type }) => [key, type === 'date' ? '1990-01-31' : (known[key] ?? 'CA')]),
      );
      const created = await call('POST', '/v1/document-verifications', {
        documentConfigSlug: slug,
        state: 'CA',
        integrationId: description.integrationId,
        formData: { ...formData, [magicField]: value },
      });
      expect([created.status, created.text]).toEqual([201, created.text]);
      ordered.push({ id: String(created.body['verificationId']), outcome });
    }
  }
  expect(ordered.length).toBeGreaterThan(20);
  await control('/clock', { drain: true });
  for (const { id, outcome } of ordered) {
    const { body: record } = await call('GET', `/v1/document-verifications/${id}`);
    expect(record['status']).toBe(/^[A-Z]+/.exec(outcome)?.[0]);
  }
});

it('a document without a source has none', async () => {
  const { body } = await service().call('GET', '/v1/document-configs');
  const configs = body['data'] as readonly ListedConfig[];
  for (const { sourceSlug, magicValues } of configs) {
    expect(magicValues.length > 0).toBe(sourceSlug !== null);
  }
});
