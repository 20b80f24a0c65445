import { inspect } from 'node:util';
import { sql as raw } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { browserWith, newLink, signIn, visit } from '../../support/dashboard-browser.js';
import { startTestService } from '../../support/service.js';

const PASSWORD = 'correct horse battery';

it('no token and no password is stored, logged, or in an error', async () => {
  const errors: unknown[] = [];
  const service = await startTestService(
    { password: PASSWORD, rng: 'not the default' },
    { onError: (error) => errors.push(error) },
  );
  onTestFinished(() => service.close());
  const { sql } = service;
  const browser = await signIn(service);
  const used = await newLink(service);
  await visit(used);
  const unused = await newLink(service);
  const login = browserWith(service, '');
  await login.submit('/login', { password: PASSWORD });
  await login.submit('/login', { password: `${PASSWORD}!` });
  const body = { name: 'Third' };
  await browser.send('POST', '/v1/integrations', { body });
  await browser.send('POST', '/v1/integrations', { body, csrf: `${browser.csrf()}x` });
  await service.control('/snapshots', { name: 'all' });

  const secrets = [
    PASSWORD,
    browser.token,
    browser.csrf(),
    ...[used, unused].map((link) => new URL(link).searchParams.get('t') ?? ''),
  ];
  const tables = await sql
    .select({ name: raw<string>`format('%I.%I', schemaname, tablename)` })
    .from(raw`pg_tables`)
    .where(raw`schemaname = 'public' or schemaname like 'snapshot%'`);
  expect(tables.map(({ name }) => name)).toContain('public.login_sessions');
  expect(tables.map(({ name }) => name)).not.toContain('snapshot_user_all.login_sessions');
  for (const { name } of tables) {
    const [rows] = await sql
      .select({ text: raw<string>`coalesce(json_agg(one)::text, '')` })
      .from(raw`${raw.raw(name)} as one`);
    for (const secret of secrets) expect(rows?.text, name).not.toContain(secret);
  }

  // Every statement of the login fails now.
  await sql.execute(raw`alter table login_sessions rename to sessions_elsewhere`);
  const failing = [
    await visit(unused),
    await login.submit('/login', { password: PASSWORD }),
    await browser.submit('/login/tenant', { tenantId: '', csrf: browser.csrf() }),
    await browser.send('GET', '/'),
    await browser.send('GET', '/v1/account'),
    await browser.send('GET', '/_sandbox/clock'),
  ];
  expect(failing.map(({ status }) => status)).toEqual(failing.map(() => 500));
  expect(errors).toHaveLength(failing.length);
  const told = [...failing.map(({ text }) => text), ...errors.map((error) => inspect(error))];
  for (const secret of secrets) expect(told.join('\n')).not.toContain(secret);
  await sql.execute(raw`alter table sessions_elsewhere rename to login_sessions`);
});
