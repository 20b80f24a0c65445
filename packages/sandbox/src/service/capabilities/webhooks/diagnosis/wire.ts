import { z } from 'zod';
import { Time } from '../../../http/wire.js';
import { failureCauses } from '../delivery-records.js';
import { nextSteps } from './known-attempt.js';
import { verdicts } from './verdict.js';

export const Cause = z
  .object({
    code: z.enum(['acknowledged', ...failureCauses]),
    message: z.string().describe('One sentence.'),
    host: z.string().nullable().describe('Of the URL of the attempt.'),
    port: z.int().nullable(),
    status: z.int().nullable().describe('Of the answer.'),
    location: z
      .string()
      .nullable()
      .describe('The absolute address that a redirect names. The receiver has chosen it.'),
    retryAfterSeconds: z.int().nullable().describe('`Retry-After` of the answer, in seconds.'),
    fault: z.string().nullable().describe('The kind of fault that was injected.'),
  })
  .meta({ id: 'AttemptCause' });

export const Diagnosis = z
  .object({
    verdict: z
      .object({
        code: z
          .enum(verdicts)
          .describe(
            'Of the signature that was sent, over the body of the event: `genuine`, made with the secret that the endpoint has now; `former_secret`, with the one before it; `older_secret`, with none of the two; `changed_by_fault`, not sent as it was signed; `not_signed`, nothing was sent.',
          ),
        message: z.string().describe('One sentence.'),
        secretHint: z
          .string()
          .nullable()
          .describe('The last four characters of the secret that has signed, if it is known.'),
        signedAt: Time.nullable().describe('`t` of the signature.'),
        signedAfterStartSeconds: z
          .int()
          .nullable()
          .describe(
            '`t` minus the virtual time of the attempt: how far the clock of the signature is ahead of that of the service.',
          ),
      })
      .meta({ id: 'SignatureVerdict' }),
    cause: Cause,
    next: z
      .object({
        code: z.enum(nextSteps),
        message: z.string().describe('The same in one sentence or two.'),
      })
      .meta({ id: 'NextStep' })
      .nullable()
      .describe('The next step. `null` if there is nothing to do.'),
  })
  .meta({ id: 'AttemptDiagnosis' });
