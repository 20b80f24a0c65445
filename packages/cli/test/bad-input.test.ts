import { serve } from 'screening-webhooks-test-support/serve';
import { expect, it } from 'vitest';
import { refused } from './support/refused.js';
import { stillHost } from './support/run-cli.js';
import { scratch } from './support/scratch.js';

const TYPE = 'document_verification.completed';
const LOCAL = 'http://127.0.0.1:9/';
const FILES = 'data.verificationFileUploads';
const trigger = (...more: readonly string[]) => ['trigger', TYPE, '--to', LOCAL, ...more];
const event = (type: string) => ['trigger', type, '--to', LOCAL];
const file = (path: string) => ['trigger', '--to', LOCAL, '--file', path];
const target = (url: string) => ['trigger', TYPE, '--to', url];
const verify = (...more: readonly string[]) => ['verify', '--header', 't=1,v1=00', ...more];
const capture = (path: string, port = '0') => ['capture', '--port', port, '--out', path];
const replay = (...more: readonly string[]) => ['replay', '--to', LOCAL, ...more];

// Command lines that cannot run, and the sentence that each prints.
const table: readonly (readonly [name: string, args: readonly string[], sentence: RegExp])[] = [
  ['no such command', ['triger'], /unknown command 'triger' \(Did you mean trigger\?\)/],
  ['an event type with a typo', event('report.complete'), /did you mean report\.completed\?/],
  ['a part of an event type', event('recorded'), /did you mean document_verification\.recorded\?/],
  ['an event type unlike any other', event('invoice.paid'), /the types are document_verification/],
  [
    'an event type that every object has as a property',
    event('constructor'),
    /unknown event type "constructor"/,
  ],
  ['no event', ['trigger', '--to', LOCAL], /give either an event type or --file/],
  ['two events', trigger('--file', 'x.json'), /give either an event type or --file/],
  [
    'a file that does not exist',
    file('nowhere.json'),
    /cannot read nowhere\.json: the file or folder does not exist\./,
  ],
  ['a directory instead of a file', file('.'), /cannot read \.: it is a directory\./],
  ['no target', ['trigger', TYPE], /'--to <url>' not specified/],
  [
    'a target without a scheme',
    target('localhost:3000'),
    /"localhost:3000" is not an http or https URL/,
  ],
  ['a target that is not a URL', target('http://'), /is not an http or https URL/],
  [
    'a remote target',
    target('https://example.com/hooks'),
    /example\.com is not this machine; add --allow-remote/,
  ],
  [
    'nothing that listens',
    trigger(),
    /cannot reach http:\/\/127\.0\.0\.1:9: nothing listens there/,
  ],
  ['--set without a value', trigger('--set', 'data.state'), /"data\.state" is not path=value/],
  ['--set without a path', trigger('--set', '=x'), /"=x" is not path=value/],
  ['--set with an empty key', trigger('--set', 'data..x=1'), /"data\.\.x" is not a valid path/],
  [
    '--set through a string',
    trigger('--set', 'data.status.x=1'),
    /data\.status\.x leads through "status", which is not an object or list/,
  ],
  [
    '--set beside a list',
    trigger('--set', 'list:=[1]', '--set', 'list.5=1'),
    /leads into a list of 1, where "5" is not a valid index/,
  ],
  ...['data.verificationFileUploads[0]', 'data["metadata"].x', 'data.formData[a]'].map(
    (path) =>
      [
        `an index in brackets: ${path}`,
        trigger('--set', `${path}=x`),
        /has a bracket; write an index after a dot: data\.(?:verificationFileUploads\.0|metadata\.x|formData\.a)\./,
      ] as const,
  ),
  ['--unset with a bracket', trigger('--unset', `${FILES}[0]`), /write .*: .*Uploads\.0\./],
  [
    '--set with JSON that is none',
    trigger('--set', 'data.state:=CA'),
    /"CA" is not JSON.*data\.state=/,
  ],
  ['--set with no JSON', trigger('--set', 'data.state:='), /"" is not JSON, which follows :=/],
  ...['abc', '', '0x10', '1e999', '007', ' 1'].map(
    (text) =>
      [
        `a number that is none: "${text}"`,
        trigger('--set', `data.attemptCount=${text}`),
        /--set: data\.attemptCount is a number, and ".*" is not; for another type, write data\.attemptCount:="/,
      ] as const,
  ),
  ['yes instead of true', trigger('--set', 'data.verified=yes'), /is true or false, and not "yes"/],
  [
    'a text for an object',
    trigger('--set', 'data.metadata=x'),
    /is an object; write it as JSON, data\.metadata:=/,
  ],
  ['a text for a list', trigger('--set', `${FILES}=x`), /is a list; write it as JSON, .*:=\["/],
  [
    '--unset with a typo',
    trigger('--unset', 'data.stat'),
    /the event has no data\.stat; did you mean data\.state\?/,
  ],
  ['a count of ten digits', trigger('--count', '9999999999'), /Give at most 999999999/],
  ['--unset of what is no index', trigger('--unset', `${FILES}.length`), /the event has no data\./],
  ['--unset of a missing field', trigger('--unset', 'data.nope'), /the event has no data\.nope\./],
  [
    '--unset through a missing field',
    trigger('--unset', 'nope.x'),
    /leads through "nope", which does not exist/,
  ],
  [
    'an unknown fault',
    trigger('--fault', 'tamperd'),
    /unknown fault "tamperd"; did you mean tampered\?/,
  ],
  [
    '--retry of a delivery that must be refused',
    trigger('--fault', 'stale', '--retry'),
    /--retry cannot be used with --fault stale_timestamp/,
  ],
  ['--speed without --retry', trigger('--speed', '2'), /--speed requires --retry/],
  ['a count of zero', trigger('--count', '0'), /'0' is invalid\. Give a whole number above 0/],
  ['a timeout of zero', trigger('--timeout', '0'), /Give a number above 0/],
  ['an unknown option', trigger('--retries'), /unknown option '--retries'/],
  ['an empty secret', trigger('--secret', ''), /the signing secret is empty/],
  ['a secret with a newline', trigger('--secret', 'whsec_x\n'), /has white space around it/],
  ['a body without a name', verify('--body', '@'), /name a file after @/],
  ['an invalid time', verify('--body', 'x', '--now', 'noon'), /Give Unix seconds, or ISO 8601/],
  ['a negative tolerance', verify('--body', 'x', '--tolerance', '-1'), /Give seconds, 0 or more/],
  ['no header', ['verify', '--body', 'x'], /give --header and --body, or --capture\./],
  ['no body', verify(), /give --header and --body, or --capture\./],
  [
    'a capture and a body',
    ['verify', '--capture', 'x', '--body', 'x'],
    /'--capture <path>' cannot be used with option '--body <body>'/,
  ],
  ['--id without a capture', verify('--body', 'x', '--id', 'evt_1'), /--id requires --capture\./],
  ['a secret that is only a name', trigger('--secret', 'hiring=whsec_x '), /has white space/],
  ['nothing to replay', replay('nowhere'), /cannot read nowhere: the .* does not exist/],
  ['--speed without --gaps', replay('x', '--speed', '2'), /--speed requires --gaps/],
  ['--secret without --resign', replay('x', '--secret', 'x'), /--secret requires --resign/],
  ['an invalid port', capture('x', '99999'), /Give a number from 0 to 65535/],
  [
    'a file in a folder that does not exist',
    capture('/nowhere/at all/x.jsonl'),
    /cannot write \/nowhere\/at all\/x\.jsonl: the folder \/nowhere\/at all does not exist; create it with mkdir -p '\/nowhere\/at all'\./,
  ],
];

it.each(table)('%s', async (_name, args, sentence) => {
  expect(await refused(args)).toMatch(sentence);
});

it('no secret at all', async () => {
  const host = stillHost({ env: {} });
  expect(await refused(trigger(), host)).toMatch(/no signing secret; set SCREENING_SECRET/);
});

it('a file that does not contain an event', async () => {
  const folder = scratch();
  for (const content of ['', 'null', '[]', '{"id":', '\uFEFF\uFEFF{}']) {
    const path = folder.file('event.json', content);
    expect(await refused(file(path))).toMatch(/does not contain a JSON object/);
  }
});

it('a port that is taken', async () => {
  const { port } = await serve(() => {});
  const args = capture(scratch().file('x.jsonl'), String(port));
  expect(await refused(args)).toMatch(/the port is in use/);
});
