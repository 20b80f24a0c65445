import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { killOnExit, scratchFolder } from '../cleanup.mjs';
import { findProgram, postgresFolders } from './find-program.mjs';

const programs = {
  initdb: findProgram('initdb', postgresFolders()),
  pg_basebackup: findProgram('pg_basebackup', postgresFolders()),
  postgres: findProgram('postgres', postgresFolders()),
};

/** A PostgreSQL with its default durability, on a socket in its own folder. */
export const postgres = {
  missing: Object.keys(programs).find((name) => !programs[name]),
  async create() {
    const settings = ['--username=postgres', '--auth=trust', '--no-sync', '--encoding=UTF8'];
    return serverIn(programs.initdb, settings);
  },
};

/** A standby of a running PostgreSQL, which `select pg_promote()` promotes. */
export function createStandby({ folder }) {
  const from = ['--host', folder, '--username=postgres', '--write-recovery-conf', '--no-sync'];
  return serverIn(programs.pg_basebackup, [...from, '--checkpoint=fast']);
}

/** @param make Makes the data of the server. */
async function serverIn(make, settings) {
  const owner = serverUser();
  const folder = scratchFolder(owner);
  const data = join(folder, 'data');
  // The user must be able to enter the current directory.
  const options = { ...owner, cwd: folder, stdio: 'ignore' };
  await promisify(execFile)(make, ['-D', data, ...settings], options);
  let server;
  const end = async (signal) => {
    if (server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  return {
    folder,
    owner,
    socketPath: join(folder, '.s.PGSQL.5432'),
    async start() {
      const where = ['-D', data, '-k', folder, '-p', '5432', '-c', 'listen_addresses='];
      // SIGQUIT also ends its backends.
      server = killOnExit(spawn(programs.postgres, where, options), 'SIGQUIT');
      while (!(await answers(folder))) {
        if (server.exitCode !== null) throw new Error('PostgreSQL did not start.');
        await sleep(20);
      }
    },
    // As `pg_ctl stop -m immediate`: it finishes and flushes nothing, and the next start recovers.
    crash: () => end('SIGQUIT'),
    // As `pg_ctl stop`: it ends all sessions, and flushes everything.
    stop: () => end('SIGINT'),
  };
}

// PostgreSQL refuses to run as root.
function serverUser() {
  if (process.getuid() !== 0) return {};
  const idOf = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function answers(host) {
  const client = new pg.Client({ host, user: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
