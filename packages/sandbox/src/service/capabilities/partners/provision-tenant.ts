import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Sql } from '../../db/sql.js';
import { describeFields, fieldProblem, Problem, validationProblem } from '../../http/problem.js';
import type { Command, ScopedCommand } from '../../kernel/command.js';
import { freeSlug } from '../../kernel/free-slug.js';
import type { What } from '../../limits/facts.js';
import { sendMail } from '../../mail/send-mail.js';
import { createIntegration } from '../integrations/index.js';
import { createKey } from '../keys/index.js';
import { knownCheckTypes, packageCatalog, packageRecords } from '../packages/index.js';
import { roleCatalog, roleRecords } from '../roles/index.js';
import { findTenant } from '../tenants/index.js';
import { provisionedRecords, storePricing } from './records.js';
import type { PricingBody, ProvisionTenant } from './wire.js';

/** The versions of the terms that a tenant can be provisioned under. They are invented for the sandbox. */
const termsVersions: readonly string[] = ['2025-01', '2025-07', '2026-01'];

/**
 * Creates a tenant of the calling partner, with packages, roles, an integration and a key, and writes to its administrator (spec
 * section 1, "Partner provisioning"). The key has full access. It is returned, not stored.
 *
 * @throws Problem 422 for terms that do not exist, or a price of a package or check that does not exist.
 */
export async function provisionTenant(
  command: ScopedCommand,
  { facilityName, pricing, ...body }: z.output<typeof ProvisionTenant>,
) {
  const { tx, nextId, scope: partner } = command;
  checkTerms(body.termsVersion);
  if (pricing) await checkPricing(tx, pricing, catalogPackages, 'pricing.');
  const { timeZone } = await findTenant(tx, partner.tenantId);
  const tenant = await provisionedRecords.insert(command, {
    ...body,
    timeZone: body.timeZone ?? timeZone,
    id: await nextId('ten'),
    partnerId: partner.tenantId,
    slug: await freeSlug(tx, { table: provisionedRecords.table }, facilityName, 'tenant'),
    name: facilityName,
    status: 'active',
    partner: false,
  });
  const scope = { tenantId: tenant.id, integrationId: null };
  await seedTenant(command, tenant.id);
  if (pricing) await storePricing(tx, tenant.id, pricing);
  const integration = await createIntegration({ ...command, scope }, facilityName);
  const { key } = await createKey(command, scope, {
    scope: 'full_access',
    label: 'From provisioning',
    allowedOrigins: [],
  });
  await sendMail(command, {
    tenantId: tenant.id,
    to: tenant.adminEmail,
    subject: 'Your background screening account is ready',
    // Mail is not secret: the partner hands over the key.
    text: `${facilityName} can now order background checks, under the terms of ${tenant.termsVersion}. Your platform has the API key.`,
  });
  return { tenant, secretKey: key, integrationId: integration.id };
}

function checkTerms(termsVersion: string): void {
  if (termsVersions.includes(termsVersion)) return;
  const facts = { what: 'terms_version' as const, allowed: [...termsVersions] };
  const errors = [fieldProblem('termsVersion', { code: 'unknown', facts })];
  throw new Problem('terms_version_unknown', describeFields(errors), { errors });
}

/** Gives a new tenant the packages and roles of the catalog, which it may change. */
export async function seedTenant(command: Command, tenantId: string): Promise<void> {
  const owned = { ...command, scope: { tenantId, integrationId: null } };
  const packageIds = new Map<string, string>();
  for (const { checkTypeSlugs, ...one } of packageCatalog) {
    const id = await command.nextId('pkg');
    packageIds.set(one.slug, id);
    await packageRecords.insert(owned, {
      ...one,
      id,
      checkTypeSlugs: [...checkTypeSlugs],
      custom: false,
      archived: false,
    });
  }
  for (const { packageSlug, ...one } of roleCatalog) {
    await roleRecords.insert(owned, {
      ...one,
      id: await command.nextId('role'),
      packageId: packageIds.get(packageSlug) ?? null,
      archived: false,
    });
  }
}

/** The packages that every tenant has from the start: a price book can price only these. */
export const catalogPackages: ReadonlySet<string> = new Set(packageCatalog.map(({ slug }) => slug));

/** Returns those of the slugs that packages of the tenant have. */
export async function knownPackages(
  sql: Sql,
  tenantId: string,
  slugs: readonly string[],
): Promise<ReadonlySet<string>> {
  const isNamed = inArray(packageRecords.table.slug, [...slugs]);
  const rows = await packageRecords.select(sql, { tenantId, integrationId: null }, isNamed);
  return new Set(rows.map(({ slug }) => slug));
}

/**
 * @param packages The slugs of the packages that can have a price.
 * @param at The path of the prices in the request.
 * @throws Problem naming every package and check type that is unknown.
 */
export async function checkPricing(
  sql: Sql,
  pricing: PricingBody,
  packages: ReadonlySet<string>,
  at: '' | 'pricing.' = '',
): Promise<void> {
  const knownChecks = await knownCheckTypes(sql, Object.keys(pricing.checkTypes));
  const unknown = (field: keyof PricingBody, known: ReadonlySet<string>, what: What) =>
    Object.keys(pricing[field])
      .filter((slug) => !known.has(slug))
      .map((slug) => fieldProblem(`${at}${field}.${slug}`, { code: 'unknown', facts: { what } }));
  const errors = [
    ...unknown('packages', packages, 'price_package'),
    ...unknown('checkTypes', knownChecks, 'check_type'),
  ];
  if (errors.length > 0) throw validationProblem(errors);
}
