import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { killOnExit } from '../cleanup.mjs';
import { until } from '../until.mjs';
import { findProgram } from './find-program.mjs';
import { postgres } from './postgres.mjs';

const program = findProgram('pgbouncer', ['/usr/sbin']);
const PORT = 6432;

/** A PostgreSQL behind a PgBouncer in transaction mode with three connections. */
export const pgbouncer = {
  missing: program ? postgres.missing : 'pgbouncer',
  // Unlike the servers, it is not part of every image.
  optional: !program,
  async create() {
    const database = await postgres.create();
    const { folder, owner } = database;
    const config = join(folder, 'pgbouncer.ini');
    writeFileSync(
      config,
      `[databases]
* = host=${folder} port=5432 user=postgres
[pgbouncer]
pool_mode = transaction
default_pool_size = 3
auth_type = any
unix_socket_dir = ${folder}
listen_port = ${PORT}
ignore_startup_parameters = extra_float_digits
${tracksStatements() ? 'max_prepared_statements = 0' : ''}
`,
    );
    let bouncer;
    return {
      socketPath: join(folder, `.s.PGSQL.${PORT}`),
      async start() {
        await database.start();
        const options = { ...owner, cwd: folder, stdio: 'ignore' };
        bouncer = killOnExit(spawn(program, ['-q', config], options));
        if (!(await until(() => answers(folder), 10_000)))
          throw new Error('PgBouncer did not start.');
      },
      async crash() {
        const ended = once(bouncer, 'exit');
        bouncer.kill('SIGKILL');
        await ended;
        await database.crash();
      },
    };
  },
};

// From 1.21 on, unless it is told not to. An older one refuses the setting.
function tracksStatements() {
  const [, minor] =
    execFileSync(program, ['--version'], { encoding: 'utf8' }).match(/ 1\.(\d+)/) ?? [];
  return Number(minor) >= 21;
}

async function answers(host) {
  const client = new pg.Client({ host, port: PORT, user: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
