import { z } from 'zod';
import { Time } from '../../../http/wire.js';
import { failureCauses } from '../delivery-records.js';
import { nextSteps } from './known-attempt.js';
import { verdicts } from './verdict.js';

export const Cause = z
  .object({
    code: z.enum(['acknowledged', ...failureCauses]),
    message: z.string().describe('One sentence.'),
    host: z.string().nullable().describe('The host of the URL of the attempt.'),
    port: z.int().nullable(),
    status: z.int().nullable().describe('The HTTP status of the answer.'),
    location: z
      .string()
      .nullable()
      .describe('The absolute URL of a redirect, as the receiver sent it.'),
    retryAfterSeconds: z.int().nullable().describe('`Retry-After` of the answer, in seconds.'),
    fault: z.string().nullable().describe('The kind of the injected fault.'),
  })
  .meta({ id: 'AttemptCause' });

export const Diagnosis = z
  .object({
    verdict: z
      .object({
        code: z
          .enum(verdicts)
          .describe(
            'The signature that was sent, over the body of the event. `genuine`: made with the current secret of the endpoint. `former_secret`: made with the secret before it. `older_secret`: made with neither. `changed_by_fault`: not sent as it was signed. `not_signed`: nothing was sent.',
          ),
        message: z.string().describe('One sentence.'),
        secretHint: z
          .string()
          .nullable()
          .describe('The last four characters of the signing secret, if known.'),
        signedAt: Time.nullable().describe('`t` of the signature.'),
        signedAfterStartSeconds: z
          .int()
          .nullable()
          .describe(
            '`t` minus the virtual time of the attempt: how far the signature clock is ahead of the virtual clock.',
          ),
      })
      .meta({ id: 'SignatureVerdict' }),
    cause: Cause,
    next: z
      .object({
        code: z.enum(nextSteps),
        message: z.string().describe('The next step in one or two sentences.'),
      })
      .meta({ id: 'NextStep' })
      .nullable()
      .describe('The next step. `null` if there is nothing to do.'),
  })
  .meta({ id: 'AttemptDiagnosis' });
