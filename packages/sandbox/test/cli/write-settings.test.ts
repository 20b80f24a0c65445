import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeSettings } from '../../src/cli/start/write-settings.js';

const service = {
  url: 'http://127.0.0.1:4010',
  integrationId: 'int_c',
  controlToken: 'd',
  dashboardUrl: 'http://127.0.0.1:4010/login?t=f',
  endpoints: [],
};

it('keeps the key that only the first start could write', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, '.env');
  const write = (full: string | undefined) => {
    writeSettings(file, { ...service, keys: { full, candidate: undefined } });
    return readFileSync(file, 'utf8');
  };
  expect(write(undefined)).not.toContain('SCREENING_API_KEY');
  const first = write('bss_full_a');
  expect(first).toContain('\nSCREENING_API_KEY=bss_full_a\n'.trimStart());
  expect(write(undefined)).toBe(first);
  expect(write('bss_full_b')).toContain('SCREENING_API_KEY=bss_full_b\n');
});
