import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { describe, expect, it } from 'vitest';
import { settingNames, writeSettings } from '../../src/cli/start/write-settings.js';
import type { ServiceDescription } from '../../src/service/config/service-config.js';
import { service } from './support/service-description.js';

const endpoint = (name: string) => ({
  id: `we_${name}`,
  url: `http://localhost:3000/${name}`,
  integrationId: 'int_c',
  secret: `whsec_${name}`,
});

const WITHOUT_SECRET =
  'SCREENING_API_KEY=bss_full_a\nSCREENING_INTEGRATION_ID=int_c\nSCREENING_CONTROL_TOKEN=d\nSCREENING_URL=http://127.0.0.1:4010\n';
const ALL = `SCREENING_SECRET=whsec_one\n${WITHOUT_SECRET}`;

const modeOf = (file: string): number => statSync(file).mode & 0o777;

describe('the settings', () => {
  const started = { ...service, endpoints: [endpoint('one'), endpoint('two')] };

  it('are added to what the file has, and set again at the next start', () => {
    const path = join(scratchFolder(), '.env');
    writeFileSync(path, 'STRIPE_KEY=mine', { mode: 0o644 });
    writeSettings({ path }, started);
    expect(readFileSync(path, 'utf8')).toBe(`STRIPE_KEY=mine\n${ALL}`);
    writeSettings({ path }, { ...started, url: 'http://127.0.0.1:4011' });
    expect(readFileSync(path, 'utf8')).toBe(`STRIPE_KEY=mine\n${ALL.replace('4010', '4011')}`);
  });

  it('are readable by their owner only, also in a file that was there', () => {
    const folder = scratchFolder();
    const [old, fresh] = [join(folder, 'old'), join(folder, 'new')];
    writeFileSync(old, '');
    chmodSync(old, 0o644);
    for (const path of [old, fresh]) {
      writeSettings({ path }, started);
      expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual([ALL, 0o600]);
    }
    expect(readdirSync(folder)).toEqual(['new', 'old']);
  });

  it('are the requested ones', () => {
    const path = join(scratchFolder(), '.dev.vars');
    writeSettings({ path, only: ['SCREENING_SECRET'] }, started);
    expect(readFileSync(path, 'utf8')).toBe('SCREENING_SECRET=whsec_one\n');
  });

  it.each([
    'SCREENING_URL,SCREENING_SECRET',
    'SCREENING_URL SCREENING_SECRET',
    ' SCREENING_URL, SCREENING_SECRET ,',
  ])('are named as %j', (names) => {
    expect(settingNames(names)).toEqual(['SCREENING_URL', 'SCREENING_SECRET']);
  });

  it('have the secret of the endpoint that was asked for', () => {
    const path = join(scratchFolder(), '.env');
    writeSettings({ path }, started, 'http://localhost:3000/two');
    expect(readFileSync(path, 'utf8')).toContain('SCREENING_SECRET=whsec_two\n');
  });

  it('of an earlier start stay when this one does not know them', () => {
    const path = join(scratchFolder(), '.env');
    const write = (full: string | undefined, endpoints: ServiceDescription['endpoints']) => {
      writeSettings({ path }, { ...service, endpoints, keys: { full, candidate: undefined } });
      return readFileSync(path, 'utf8');
    };
    expect(write(undefined, [])).toBe(WITHOUT_SECRET.replace('SCREENING_API_KEY=bss_full_a\n', ''));
    const first = write('bss_full_a', [endpoint('one')]);
    expect(first).toContain('SCREENING_API_KEY=bss_full_a\n');
    expect(first).toContain('SCREENING_SECRET=whsec_one\n');
    expect(write(undefined, [])).toBe(first);
    expect(write('bss_full_b', [])).toBe(first.replace('bss_full_a', 'bss_full_b'));
  });
});
