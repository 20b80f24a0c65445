import { expect, it } from 'vitest';
import { nameState } from '../../src/cli/start/describe-service.js';

const onPostgres = (url: string) => nameState({ kind: 'postgres', url, controls: false });

it('names a database without its password', async () => {
  expect(await onPostgres('postgres://me:geheim@db.example/screening')).toBe(
    'PostgreSQL screening at db.example:5432',
  );
  expect(await onPostgres('postgresql://me@127.0.0.1:6543/a%20b?sslmode=disable')).toBe(
    'PostgreSQL a b at 127.0.0.1:6543',
  );
});

it('names a folder by its whole path, and memory', async () => {
  expect(await nameState({ kind: 'folder', path: 'data' })).toBe(
    `the folder ${process.cwd()}/data`,
  );
  expect(await nameState({ kind: 'memory' })).toBe('in memory, until the service ends');
});
