import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { holdPort } from 'screening-webhooks-test-support/hold-port';
import { newFolder } from 'screening-webhooks-test-support/run-folder';
import { until } from 'screening-webhooks-test-support/until';

const PROGRAM = 'pgbouncer';

/** The version of the program, such as `1.18`; `undefined` if it is not installed. */
const version = ((): string | undefined => {
  try {
    return /\d+\.\d+/.exec(execFileSync(PROGRAM, ['--version'], { encoding: 'utf8' }))?.[0];
  } catch {
    return undefined;
  }
})();

export const hasPgBouncer = version !== undefined;

/** A PgBouncer in transaction mode that does not track prepared statements, before one database. */
export interface PgBouncer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts PgBouncer with `connections` connections to the server. */
export async function startPgBouncer(database: string, connections: number): Promise<PgBouncer> {
  const port = await holdPort();
  const folder = newFolder();
  chmodSync(folder, 0o755);
  // Versions before 1.21 do not know the option.
  const canTrack = Number(version?.split('.')[1]) >= 21;
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(
    config,
    `[databases]
${database} = host=127.0.0.1 port=5432 user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
${canTrack ? 'max_prepared_statements = 0' : ''}
ignore_startup_parameters = extra_float_digits
`,
  );
  // PgBouncer refuses to run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const bouncer = spawn(PROGRAM, [config], { stdio: 'ignore', ...nobody });
  const url = `postgres://postgres@127.0.0.1:${port}/${database}`;
  await until(() => answers(url, bouncer));
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => bouncer.once('exit', resolve));
      if (bouncer.exitCode === null && bouncer.kill('SIGKILL')) await ended;
    },
  };
}

async function answers(url: string, { exitCode }: ChildProcess): Promise<boolean> {
  if (exitCode !== null) throw new Error(`pgbouncer has exited with ${exitCode}.`);
  const client = new Client(url);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
