import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { holdPort } from 'screening-webhooks-test-support/hold-port';
import { expect, it, onTestFinished } from 'vitest';
import { bundleCommand } from '../../packages/sandbox/test/support/bundle-command.js';
import { describeWithPostgres } from '../../packages/sandbox/test/support/scratch-postgres.js';
import { blocksOf } from './blocks-of.js';
import { standIn } from './stand-in.js';
import { openTerminal } from './terminal.js';

const page = readFileSync(new URL('../sandbox-staging.md', import.meta.url), 'utf8');
const project = fileURLToPath(new URL('.project/staging', import.meta.url));
const server = { PGHOST: '127.0.0.1', PGPORT: '5432', PGUSER: 'postgres' };

const programs = ['createuser', 'createdb', 'psql', 'pg_dump', 'pg_restore'];
const hasPrograms = programs.every((program) => {
  try {
    return execFileSync(program, ['--version']).length > 0;
  } catch (error) {
    if (process.env['REQUIRE_SERVICES'] !== '1') return false;
    throw new Error(`REQUIRE_SERVICES=1, but ${program} of PostgreSQL is not there.`, {
      cause: error,
    });
  }
});

/** The page with names and ports that nobody else uses. */
async function writtenFor(name: string): Promise<{ text: string; ports: readonly number[] }> {
  const ports = [await holdPort(), await holdPort(), await holdPort(), await holdPort()];
  const text = page
    .replaceAll('screening_staging', name)
    .replaceAll('screening_restored', `${name}_restored`)
    .replaceAll('/srv/staging', project)
    .replaceAll(/\b401[1-4]\b/g, (port) => String(ports[Number(port) - 4011]));
  return { text, ports };
}

function dropAll(name: string): void {
  const env = { ...process.env, ...server };
  const drop = (what: string): void => {
    execFileSync('psql', ['-c', `drop ${what}`, 'postgres'], { env, stdio: 'ignore' });
  };
  drop(`database if exists ${name}_restored with (force)`);
  drop(`database if exists ${name} with (force)`);
  drop(`role if exists ${name}`);
}

describeWithPostgres("the page of the team's staging, with PostgreSQL", () => {
  it.skipIf(!hasPrograms)(
    'works as it is written, with the client programs of PostgreSQL',
    async () => {
      const name = `staging_${randomUUID().slice(0, 8)}`;
      rmSync(project, { recursive: true, force: true });
      mkdirSync(`${project}/bin`, { recursive: true });
      const command = await bundleCommand();
      standIn(`${project}/bin/npx`, `shift && exec '${process.execPath}' '${command}' "$@"`);
      const env = {
        ...process.env,
        ...server,
        // The commands find the services of this test, and no other.
        XDG_RUNTIME_DIR: project,
        PATH: `${project}/bin:${process.env['PATH']}`,
      };
      const { text, ports } = await writtenFor(name);
      const [, , , folderPort] = ports;
      const commands = blocksOf(text, 'sh');
      const [create = '', write = '', read = '', start = '', startSecond = '', ...more] = commands;
      const [
        health = '',
        password = '',
        functions = '',
        order = '',
        alone = '',
        key = '',
        clock = '',
        ...rest
      ] = more;
      const [dump = '', restore = '', startRestored = '', history = '', sizes = '', ...last] = rest;
      const [startFolder = '', startCopy = ''] = last;
      const shown = blocksOf(text, 'text');
      const [
        state = '',
        healthy = '',
        asked = '',
        delivered = '',
        again = '',
        made = '',
        refused = '',
        folder = '',
      ] = shown;
      // Nothing that the page shows is left out.
      expect([commands.length, shown.length]).toEqual([19, 8]);
      onTestFinished(() => dropAll(name));

      const shell = openTerminal(project, env);
      await shell.run(create);
      await shell.run(write);
      const process1 = openTerminal(project, env);
      await process1.run(read);
      process1.start(start);
      const process2 = openTerminal(project, env);
      await process2.run(read);
      process2.start(startSecond);
      for (const each of [process1, process2]) {
        await each.sees(state);
        await each.sees('control token');
      }
      expect(await shell.run(health)).toContain(healthy);
      expect(await shell.run(password)).toContain(asked);
      await shell.run(functions);
      expect(await shell.run('echo "$SCREENING_API_KEY"')).toMatch(/^bss_full_\w{40}$/m);
      expect(await shell.run(order)).toContain(delivered);

      const first = await process1.interrupt();
      expect(first).toContain(
        readFileSync(`${project}/staging.env`, 'utf8').match(/bss_full_\w+/)?.[0],
      );
      expect(await shell.run(alone)).toContain(again);
      expect(await shell.run(key)).toContain(made);
      expect(await shell.run(clock)).toContain(refused);

      expect(await shell.run(dump)).toBe('');
      expect(await shell.run(restore)).toBe('');
      const restored = openTerminal(project, env);
      restored.start(startRestored);
      await restored.sees('control token');
      expect(await shell.run(history)).toMatch(/document_verification\.completed +succeeded/);
      expect(await shell.run(sizes)).toMatch(/^webhook_\w+\|\d+ kB$/m);
      await restored.interrupt();
      await process2.interrupt();

      // Without the settings of the others.
      const folderShell = openTerminal(project, env);
      folderShell.start(startFolder);
      await folderShell.sees(folder);
      await folderShell.sees('control token');
      const here = `--url http://127.0.0.1:${folderPort}`;
      await shell.run(`sandbox endpoints create http://localhost:1/kept ${here}`);
      const second = openTerminal(project, env);
      expect(await second.run(startFolder.replace(String(folderPort), '0'))).toMatch(/^error: /m);
      await folderShell.interrupt();
      const copy = openTerminal(project, env);
      copy.start(startCopy);
      await copy.sees('control token');
      expect(await shell.run(`sandbox endpoints list ${here}`)).toContain(
        'http://localhost:1/kept',
      );
      await copy.interrupt();
    },
  );
});
