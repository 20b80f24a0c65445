import { z } from 'zod';

const Time = z.iso.datetime({ precision: 3 });

/** The external application that document verifications and their endpoints belong to (spec section 6). */
export const Integration = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    status: z.enum(['active', 'archived']),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Integration' });

export const CreateIntegration = z
  .strictObject({ name: z.string().min(1).max(100) })
  .meta({ id: 'CreateIntegration' });
