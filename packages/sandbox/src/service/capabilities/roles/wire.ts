import { z } from 'zod';
import { StateCode, Time, toWire } from '../../http/wire.js';
import { list, text } from '../../limits/bounded.js';
import type { RoleRow } from './records.js';

const kind = z.enum(['check', 'document']);

const RoleRequirement = z
  .object({
    kind,
    slug: z.string().describe('The slug of the check type or the document configuration.'),
    required: z.boolean().describe('`false`: the candidate is asked for it but can leave it out.'),
    validForDays: z
      .int()
      .nullable()
      .describe('How long a result is valid. `null` if it does not expire.'),
    states: z
      .array(z.string())
      .nullable()
      .describe('The work states that require it. `null` for all states.'),
  })
  .meta({ id: 'RoleRequirement' });

/** A kind of work, and what an employee must have for it. Each tenant has its own: the integrations of a tenant share them. */
export const Role = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    requirements: z.array(RoleRequirement),
    packageId: z.string().nullable().describe('The package that an invitation to the role orders.'),
    archived: z.boolean(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Role' });

const NewRequirement = z
  .strictObject({
    kind,
    slug: text('slug')
      .min(1)
      .describe('The slug of a check type or a document configuration.')
      .meta({ examples: ['national-criminal', 'rn-license'] }),
    required: z.boolean().default(true),
    validForDays: z.int().min(1).max(3650).nullish().describe('Default: a result does not expire.'),
    states: list('states', StateCode)
      .min(1)
      .nullish()
      .describe('The work states that require it, each once. Default: all.'),
  })
  .meta({ id: 'NewRoleRequirement' });

export const CreateRole = z
  .strictObject({
    name: text('name'),
    requirements: list('requirements', NewRequirement).describe(
      'The same check or document can be listed again for other states.',
    ),
    packageId: text('id').describe('The package that an invitation to the role orders.').nullish(),
  })
  .meta({ id: 'CreateRole' });

export const ChangeRole = CreateRole.partial().meta({
  id: 'ChangeRole',
  description:
    'The slug does not change. New requirements replace all existing ones. `null` removes the package.',
});

export type RequirementInput = z.output<typeof NewRequirement>;

export function roleToWire(row: RoleRow) {
  const requirements = row.requirements.map(({ validForDays = null, states = null, ...rest }) => ({
    ...rest,
    validForDays,
    states,
  }));
  return toWire(Role, { ...row, requirements });
}
