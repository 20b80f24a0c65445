import { z } from 'zod';
import { Time } from '../../http/wire.js';

export const ApiRequest = z
  .object({
    id: z.string(),
    keyId: z.string().describe('`dashboard`: a request of the dashboard, with its session.'),
    method: z.string(),
    path: z.string(),
    operationId: z.string(),
    status: z.int(),
    code: z.string().nullable(),
    durationMs: z.int(),
    createdAt: Time,
  })
  .meta({ id: 'ApiRequest' });
