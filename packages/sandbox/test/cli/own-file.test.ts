import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { UsageError } from 'screening-webhooks-terminal';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { describe, expect, it } from 'vitest';
import { openOwnFile } from '../../src/cli/start/own-file.js';
import { checkSettingsFile, writeSettings } from '../../src/cli/start/write-settings.js';
import { service } from './support/service-description.js';

const modeOf = (file: string): number => statSync(file).mode & 0o777;

/** Why a file is refused, before the service starts and when its settings are written. */
function refusal(path: string): string {
  const reasons = [() => checkSettingsFile({ path }), () => writeSettings({ path }, service)].map(
    (act) => {
      try {
        act();
      } catch (error) {
        if (error instanceof UsageError) return error.message;
        throw error;
      }
      throw new Error('It was not refused.');
    },
  );
  const [reason = ''] = reasons;
  expect(reasons).toEqual([reason, reason]);
  expect(reason).toMatch(/^--write-env: cannot write .*\. The service was not started\.$/);
  return reason.replace(`--write-env: cannot write ${path}: `, '');
}

const isRoot = process.geteuid?.() === 0;
const OTHER = 65_534;

/** Runs as a user to whom permissions apply. */
function asUser(folder: string, act: () => void): void {
  if (isRoot) {
    chownSync(folder, OTHER, OTHER);
    process.seteuid?.(OTHER);
  }
  try {
    act();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

describe('refuses, and says why', () => {
  it('an argument that is not a file', () => {
    const folder = scratchFolder();
    mkdirSync(join(folder, 'folder'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    symlinkSync('pipe', join(folder, 'link'));
    symlinkSync('loop', join(folder, 'loop'));
    symlinkSync('gone', join(folder, 'dangling'));
    writeFileSync(join(folder, 'utf16'), '\ufeffA=1\r\n', 'utf16le');
    const before = readdirSync(folder);
    const reasons = before.map((name) => [name, refusal(join(folder, name)).split('. The')[0]]);
    expect(Object.fromEntries(reasons)).toEqual({
      folder: 'it is a directory',
      pipe: 'it is not a regular file',
      link: 'it is not a regular file',
      loop: 'its links lead back to themselves',
      dangling: 'it is a link to a file that does not exist',
      utf16: 'it is not a text file in UTF-8',
    });
    expect(readdirSync(folder)).toEqual(before);
    expect(refusal(join(folder, 'none/.env'))).toMatch(/^the folder .* mkdir -p/);
  });

  it.each([
    ['a file that it may not read', 0o200],
    ['a file that it may not write', 0o400],
  ])('%s', (_what, mode) => {
    const folder = scratchFolder();
    const path = join(folder, '.env');
    asUser(folder, () => {
      writeFileSync(path, 'A=1\n', { mode });
      expect(refusal(path)).toMatch(/^its permissions forbid it/);
      chmodSync(path, 0o600);
      expect(readFileSync(path, 'utf8')).toBe('A=1\n');
      expect(readdirSync(folder)).toEqual(['.env']);
    });
  });

  it('a folder that it may not write to, whether the file exists or not', () => {
    const folder = scratchFolder();
    asUser(folder, () => {
      writeFileSync(join(folder, 'a'), 'A=1\n');
      chmodSync(folder, 0o500);
      for (const name of ['a', 'b']) {
        expect(refusal(join(folder, name))).toMatch(/^its permissions forbid it/);
      }
      chmodSync(folder, 0o700);
      expect(readdirSync(folder)).toEqual(['a']);
    });
  });

  it("a link to another user's file", () => {
    const folder = scratchFolder();
    asUser(folder, () => {
      symlinkSync('/etc/passwd', join(folder, '.env'));
      expect(refusal(join(folder, '.env'))).toMatch(/^it is a link to another user's file/);
    });
  });

  it.runIf(isRoot)("another user's file, and a link of another user's", () => {
    const folder = scratchFolder();
    const [file, link] = [join(folder, 'file'), join(folder, 'link')];
    writeFileSync(file, 'A=1\n');
    chmodSync(file, 0o666);
    symlinkSync('mine', link);
    asUser(folder, () => {
      writeFileSync(join(folder, 'mine'), 'A=1\n');
      expect(refusal(file)).toMatch(/^it belongs to another user/);
      expect(refusal(link)).toMatch(/^it is a link that another user has made/);
    });
    // Root is refused too.
    lchownSync(link, OTHER, OTHER);
    chownSync(join(folder, 'mine'), 0, 0);
    expect(refusal(link)).toMatch(/^it is a link that another user has made/);
    expect(readFileSync(join(folder, 'mine'), 'utf8')).toBe('A=1\n');
  });
});

it('follows a link to its own file, and keeps the link', () => {
  const folder = scratchFolder();
  mkdirSync(join(folder, 'shared'));
  writeFileSync(join(folder, 'shared/env'), 'A=1\n');
  symlinkSync('shared/env', join(folder, '.env'));
  writeSettings({ path: join(folder, '.env'), only: ['SCREENING_URL'] }, service);
  expect(readlinkSync(join(folder, '.env'))).toBe('shared/env');
  expect(readFileSync(join(folder, 'shared/env'), 'utf8')).toBe(
    `A=1\nSCREENING_URL=http://127.0.0.1:4010\n`,
  );
  expect([readdirSync(folder), readdirSync(join(folder, 'shared'))]).toEqual([
    ['.env', 'shared'],
    ['env'],
  ]);
});

it.runIf(isRoot)('root leaves a file to its owner', () => {
  const path = join(scratchFolder(), '.env');
  writeFileSync(path, 'A=1\n');
  chownSync(path, OTHER, OTHER);
  writeSettings({ path }, service);
  expect([statSync(path).uid, modeOf(path)]).toEqual([OTHER, 0o600]);
});

it('leaves no file behind when it cannot put it in its place', () => {
  const folder = scratchFolder();
  const path = join(folder, '.env');
  const file = openOwnFile(path);
  mkdirSync(path);
  expect(() => file.replace(Buffer.from('A=1\n'))).toThrow('EISDIR');
  expect(readdirSync(folder)).toEqual(['.env']);
});
