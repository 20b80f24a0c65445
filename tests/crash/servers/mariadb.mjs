import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { killOnExit, scratchFolder } from '../cleanup.mjs';
import { DATABASE } from './clients.mjs';
import { findProgram } from './find-program.mjs';

const programs = {
  'mariadb-install-db': findProgram('mariadb-install-db', ['/usr/bin']),
  mariadbd: findProgram('mariadbd', ['/usr/sbin']),
};

/** A MariaDB whose commits survive a kill, on a socket in its own folder. Its only user is root, without a password. */
export const mariadb = {
  missing: Object.keys(programs).find((name) => !programs[name]),
  async create() {
    const owner = serverUser();
    const folder = scratchFolder(owner);
    const socketPath = join(folder, 'mariadb.sock');
    const data = `--datadir=${join(folder, 'data')}`;
    const user = owner.uid === undefined ? [] : ['--user=mysql'];
    // It reads no file of the machine's own server.
    const common = ['--no-defaults', data, ...user];
    const small = ['--innodb-log-file-size=16M', '--innodb-buffer-pool-size=64M'];
    // A commit is with the system, which outlives the server. No drill cuts the power.
    const durable = ['--innodb-flush-log-at-trx-commit=2'];
    // A server that starts removes the temporary tables in its folder for them: other servers have theirs in the system's.
    const run = { cwd: folder, env: { ...process.env, TMPDIR: folder } };
    const made = [...common, '--auth-root-authentication-method=normal', '--skip-test-db'];
    await promisify(execFile)(programs['mariadb-install-db'], made, run);
    let server;
    return {
      folder,
      socketPath,
      async start() {
        // Each process has its own pools. The proxy hides client addresses, so names are not resolved.
        const where = [`--socket=${socketPath}`, '--skip-networking', '--skip-name-resolve'];
        const options = [...common, ...small, ...durable, ...where, '--max-connections=500'];
        server = killOnExit(spawn(programs.mariadbd, options, { ...run, stdio: 'ignore' }));
        while (!(await answers(socketPath))) {
          if (server.exitCode !== null) throw new Error('MariaDB did not start.');
          await sleep(50);
        }
      },
      async crash() {
        if (server.exitCode !== null || server.signalCode !== null) return;
        const ended = once(server, 'exit');
        server.kill('SIGKILL');
        await ended;
      },
    };
  },
};

// It should not run as root.
function serverUser() {
  if (process.getuid() !== 0) return {};
  const idOf = (flag) => Number(execFileSync('id', [flag, 'mysql'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function answers(socketPath) {
  try {
    const connection = await createConnection({ socketPath, user: 'root' });
    await connection.query(`CREATE DATABASE IF NOT EXISTS ${DATABASE}`);
    await connection.end();
    return true;
  } catch {
    return false;
  }
}
