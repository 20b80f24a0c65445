import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlOf } from '../../src/pages/deliveries/delivery.js';

/** The arguments that a POSIX shell gives to curl. */
function argumentsOf(command: string): readonly string[] {
  const script = `curl() { for each in "$@"; do printf '%s\\0' "$each"; done; }\n${command}\n`;
  const { stdout, stderr, status } = spawnSync('/bin/sh', ['-s'], {
    input: script,
    encoding: 'utf8',
    cwd: '/',
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout.split('\0').slice(0, -1);
}

const url = 'http://127.0.0.1:3000/webhooks';

test.each([
  ['a quote', `{"name":"O'Brien, 'Pat'"}`],
  ['double quotes and backslashes', String.raw`{"path":"C:\\new\\table \" \u0027"}`],
  ['lines', '{\n  "a": 1\r\n}\n'],
  ['what a shell expands', `{"a":"$HOME \${IFS} $(id) \`id\` !! ~ * ? #"}`],
  ['text outside ASCII', '{"name":"Zoë Nguyễn-Ångström 王小明 🩺 \u202e"}'],
  ['the sign of a file', '@/etc/hostname'],
  ['nothing', ''],
])('a body with %s reaches curl as it is', (_what, body) => {
  const sent = argumentsOf(curlOf({ url, headers: {}, body }));
  expect(sent.slice(-2)).toEqual(['--data-raw', body]);
});

test('the method, the URL and each header reach curl', () => {
  const headers = {
    'Content-Type': 'application/json',
    'Service-Signature': "t=1,v1=ab',$HOME",
    'X-Empty': '',
  };
  const strange = "http://[::1]:3000/it's/{a,b}?x=$HOME&y=`id`";
  expect(argumentsOf(curlOf({ url: strange, headers, body: '{}' }))).toEqual([
    '--globoff',
    '--request',
    'POST',
    strange,
    '--header',
    'Content-Type: application/json',
    '--header',
    "Service-Signature: t=1,v1=ab',$HOME",
    '--header',
    'X-Empty;',
    '--data-raw',
    '{}',
  ]);
});
