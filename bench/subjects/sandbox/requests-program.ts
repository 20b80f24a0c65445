import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { templateFile } from '../../../packages/sandbox/src/service/db/package-files.js';

// A bare app that gives the answers of two operations of the service, with a fixed list of statements on an engine that is set up in
// the same way. It has no key, limit, log, fault, schema or id that cannot be guessed. Prints its address as JSON, and runs until
// it is killed.

// As the command does.
setFlagsFromString('--liftoff-only');

const TENANT = 'acct';
const COLUMNS = `id, external_id as "externalId", first_name as "firstName", last_name as "lastName", email, phone,
  date_of_birth::text as "dateOfBirth", ssn_last4 as "ssnLast4", work_state as "workState", role_id as "roleId", status,
  submitted_at as "submittedAt", authorization_source, authorized_at, metadata, created_at as "createdAt",
  updated_at as "updatedAt"`;
const LIST = `select ${COLUMNS}, seq from candidates where tenant_id = $1 order by created_at desc, seq desc limit $2`;
const COUNT = `insert into counters (kind, last) values ('cand', 1)
  on conflict (kind) do update set last = counters.last + 1 returning last`;
const INSERT = `insert into candidates (id, tenant_id, first_name, last_name, email, status, metadata, created_at, updated_at)
  values ($1, $2, $3, $4, $5, 'new', '{}', now(), now()) returning ${COLUMNS}`;

interface Row extends Record<string, unknown> {
  readonly authorization_source: string | null;
  readonly authorized_at: Date | null;
  readonly createdAt: Date;
  readonly seq?: number;
}

const template = templateFile();
if (template === undefined) throw new Error('The sandbox is not built: npm run build.');
const pglite = await PGlite.create({
  loadDataDir: new Blob([gunzipSync(readFileSync(template))]),
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
});

function toWire({ authorization_source: source, authorized_at: at, seq: _, ...row }: Row) {
  return {
    ...row,
    authorization: source && at ? { source, at } : null,
  };
}

const app = new Hono();
app.get('/v1/candidates', async (c) => {
  const limit = Number(c.req.query('limit') ?? 25);
  const { rows } = await pglite.query<Row>(LIST, [TENANT, limit + 1]);
  const last = rows.at(limit - 1);
  const hasMore = rows.length > limit;
  const nextCursor =
    hasMore && last
      ? Buffer.from(`${last.seq}.${last.createdAt.getTime()}`).toString('base64url')
      : null;
  return c.json({ object: 'list', data: rows.slice(0, limit).map(toWire), hasMore, nextCursor });
});
app.post('/v1/candidates', async (c) => {
  const { firstName, lastName, email } = await c.req.json();
  const row = await pglite.transaction(async (tx) => {
    const counted = await tx.query<{ last: number }>(COUNT);
    const id = `cand_${String(counted.rows[0]?.last).padStart(24, '0')}`;
    const { rows } = await tx.query<Row>(INSERT, [id, TENANT, firstName, lastName, email]);
    return rows[0];
  });
  if (!row) throw new Error('The database has given no row.');
  return c.json(toWire(row), 201);
});

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` })),
);
