import { and, arrayContains, eq, isNull } from 'drizzle-orm';
import { apiKeys } from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';
import { cutTo } from '../limits/characters.js';
import { limits } from '../limits/limits.js';
import type { Principal } from './principal.js';
import { Problem } from './problem.js';

// The Fetch standard, section 3.2: pages of other origins may call what these headers allow, and read the answers.

const vary = { vary: 'Origin' };

/** Answers a preflight, which carries no key: any active candidate key may list the origin. @throws Problem 403 if none does. */
export async function answerPreflight(sql: Sql, origin: string): Promise<Response> {
  if (!(await isListed(sql, origin)))
    throw originNotAllowed(origin, 'No active candidate key lists');
  return new Response(null, {
    status: 204,
    headers: {
      ...vary,
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key',
      'access-control-max-age': '600',
    },
  });
}

/** Lets only pages of its origins use a candidate key. Servers send no `Origin`. @throws Problem 403 for another origin. */
export function checkOrigin(origin: string | undefined, principal: Principal): void {
  const { keyScope, allowedOrigins } = principal;
  if (origin === undefined || keyScope !== 'candidate_create') return;
  if (!allowedOrigins.includes(origin)) throw originNotAllowed(origin, 'This key does not list');
}

/** The headers that let the page read the answer, if the key lists its origin, or, without a valid key, any key does. */
export async function originHeaders(
  sql: Sql,
  origin: string | undefined,
  principal: Principal | undefined,
): Promise<Readonly<Record<string, string>>> {
  if (origin === undefined) return vary;
  const allowed = principal
    ? principal.allowedOrigins.includes(origin)
    : await isListed(sql, origin);
  if (!allowed) return vary;
  return {
    ...vary,
    'access-control-allow-origin': origin,
    'access-control-expose-headers':
      'Service-Request-Id, Idempotent-Replayed, Retry-After, Deprecation, Sunset',
  };
}

async function isListed(sql: Sql, origin: string): Promise<boolean> {
  const rows = await sql
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.scope, 'candidate_create'),
        isNull(apiKeys.revokedAt),
        arrayContains(apiKeys.allowedOrigins, [origin]),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

function originNotAllowed(origin: string, whose: string): Problem {
  const named = cutTo(limits.faultName.most, origin);
  return new Problem(
    'origin_not_allowed',
    `${whose} the origin ${named} in allowedOrigins. PATCH /v1/api-keys/{id} sets them.`,
  );
}
