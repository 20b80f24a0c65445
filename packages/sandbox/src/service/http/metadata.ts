import { z } from 'zod';

/** What a caller attaches to an object. The service never interprets it (spec section 2). */
export const Metadata = z
  .record(z.string().min(1).max(40), z.unknown())
  .refine((metadata) => Object.keys(metadata).length <= 50, 'has more than 50 keys')
  .refine(
    (metadata) => Object.values(metadata).every((value) => JSON.stringify(value).length <= 500),
    'has a value longer than 500 characters',
  )
  .meta({ id: 'Metadata', description: 'At most 50 keys of 40 characters; values of 500.' });
