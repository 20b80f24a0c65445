import { z } from 'zod';
import { ProblemDocument } from '../../http/problem.js';
import { Time, toWire } from '../../http/wire.js';
import { list } from '../../limits/bounded.js';
import { figure } from '../../limits/limits.js';
import { type ListedRequest, omissions, type RequestRow } from './records.js';

export const ApiRequest = z
  .object({
    id: z.string(),
    keyId: z.string().describe('`dashboard` if the request came from the dashboard.'),
    method: z.string(),
    path: z.string(),
    operationId: z.string(),
    status: z.int(),
    code: z.string().nullable(),
    objectId: z
      .string()
      .nullable()
      .describe('The object that the request created or changed. `null` if there is none.'),
    durationMs: z.int(),
    createdAt: Time,
  })
  .meta({ id: 'ApiRequest' });

export const ApiRequestWithBody = z
  .object({
    ...ApiRequest.shape,
    requestBody: z
      .string()
      .nullable()
      .describe(
        `The body of a request that was refused with a 4xx status: JSON of at most ${figure('loggedBody')}. \`[redacted]\` replaces full Social Security numbers, keys, tokens, the secret parts of links, and fields that the schema of the request marks with \`x-sensitive\` or does not have.`,
      ),
    requestBodyOmitted: z
      .enum(omissions)
      .nullable()
      .describe(
        'Why a refused request that had a body has no `requestBody`. `not_kept`: the service has a password or is on PostgreSQL, and was started without `--log-bodies`.',
      ),
    problem: ProblemDocument.nullable().describe(
      'The problem document in the answer to a refused request, redacted in the same way.',
    ),
    eventIds: list('requestEvents', z.string()).describe(
      'The events that the request led to, oldest first. `GET /v1/events` with `requestId` lists all of them.',
    ),
  })
  .meta({ id: 'ApiRequestWithBody' });

export function requestToWire(row: ListedRequest) {
  return toWire(ApiRequest, row);
}

export function requestWithBody(row: RequestRow, eventIds: readonly string[]) {
  const problem = row.problem === null ? null : ProblemDocument.parse(JSON.parse(row.problem));
  return toWire(ApiRequestWithBody, { ...row, problem, eventIds });
}
