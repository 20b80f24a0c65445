import { expect, it } from 'vitest';
import { serve } from '../../testing/test/support/serve.js';
import { refused } from './support/refused.js';
import { stillHost } from './support/run-cli.js';
import { scratch } from './support/scratch.js';

const TYPE = 'report.completed';
const LOCAL = 'http://127.0.0.1:9/';
const trigger = (...more: readonly string[]) => ['trigger', TYPE, '--to', LOCAL, ...more];
const verify = (...more: readonly string[]) => ['verify', '--header', 't=1,v1=00', ...more];

// A command line that cannot be carried out, and the one sentence that it gets.
const table: readonly (readonly [name: string, args: readonly string[], sentence: RegExp])[] = [
  ['no such command', ['triger'], /unknown command 'triger' \(Did you mean trigger\?\)/],
  [
    'an event type with a typo',
    ['trigger', 'report.complete', '--to', LOCAL],
    /did you mean report\.completed\?/,
  ],
  [
    'a part of an event type',
    ['trigger', 'recorded', '--to', LOCAL],
    /did you mean document_verification\.recorded\?/,
  ],
  [
    'an event type like no other',
    ['trigger', 'invoice.paid', '--to', LOCAL],
    /the types are document_verification\.completed, /,
  ],
  [
    'an event type that is on every object',
    ['trigger', 'constructor', '--to', LOCAL],
    /unknown event type "constructor"/,
  ],
  ['no event', ['trigger', '--to', LOCAL], /give either an event type or --file/],
  ['two events', trigger('--file', 'x.json'), /give either an event type or --file/],
  [
    'a file that is not there',
    ['trigger', '--to', LOCAL, '--file', 'nowhere.json'],
    /cannot read nowhere\.json: there is no such file\./,
  ],
  [
    'a directory for a file',
    ['trigger', '--to', LOCAL, '--file', '.'],
    /cannot read \.: it is a directory\./,
  ],
  ['no target', ['trigger', TYPE], /'--to <url>' not specified/],
  [
    'a target without a scheme',
    ['trigger', TYPE, '--to', 'localhost:3000'],
    /"localhost:3000" is no http or https address/,
  ],
  ['a target that is no URL', ['trigger', TYPE, '--to', 'http://'], /is no http or https address/],
  [
    'a target elsewhere',
    ['trigger', TYPE, '--to', 'https://example.com/hooks'],
    /example\.com is not this machine; add --allow-remote/,
  ],
  [
    'a target that only looks local',
    ['trigger', TYPE, '--to', 'http://127.0.0.1.example.com/'],
    /is not this machine/,
  ],
  [
    'a local name before an @',
    ['trigger', TYPE, '--to', 'http://localhost@example.com/'],
    /example\.com is not this machine/,
  ],
  [
    'every address',
    ['trigger', TYPE, '--to', 'http://0.0.0.0:3000/'],
    /0\.0\.0\.0 is not this machine/,
  ],
  ['nobody there', trigger(), /cannot reach http:\/\/127\.0\.0\.1:9: nobody listens there/],
  ['--set without a value', trigger('--set', 'data.state'), /"data\.state" is not path=value/],
  ['--set without a path', trigger('--set', '=x'), /"=x" is not path=value/],
  ['--set with an empty key', trigger('--set', 'data..x=1'), /"data\.\.x" is no path/],
  [
    '--set through a text',
    trigger('--set', 'data.status.x=1'),
    /data\.status\.x leads through "status", which has nothing inside/,
  ],
  [
    '--set beside a list',
    trigger('--set', 'list=[1]', '--set', 'list.5=1'),
    /leads into a list of 1, where "5" is no next place/,
  ],
  ['--unset of nothing', trigger('--unset', 'data.nope'), /the event has no data\.nope\./],
  [
    '--unset of what is no place in a list',
    trigger('--set', 'list=[1]', '--unset', 'list.length'),
    /the event has no list\.length\./,
  ],
  [
    '--unset through nothing',
    trigger('--unset', 'nope.x'),
    /leads through "nope", which is not there/,
  ],
  [
    'an unknown fault',
    trigger('--fault', 'tamperd'),
    /unknown fault "tamperd"; did you mean tampered\?/,
  ],
  [
    'a fault like no other',
    trigger('--fault', 'xyzzy-plugh'),
    /see screening-webhooks trigger --help/,
  ],
  [
    '--retry of what must be refused',
    trigger('--fault', 'stale', '--retry'),
    /--retry does not go with --fault stale/,
  ],
  ['--speed without --retry', trigger('--speed', '2'), /--speed goes with --retry/],
  ['a count of nothing', trigger('--count', '0'), /'0' is invalid\. Give a whole number above 0/],
  ['a count in words', trigger('--count', 'many'), /Give a whole number above 0/],
  ['a timeout of nothing', trigger('--timeout', '0'), /Give a number above 0/],
  ['an unknown option', trigger('--retries'), /unknown option '--retries'/],
  ['an empty secret', trigger('--secret', ''), /the signing secret is empty/],
  ['a secret with a newline', trigger('--secret', 'whsec_x\n'), /has white space around it/],
  [
    'a body that is not there',
    verify('--body', '@nowhere'),
    /cannot read nowhere: there is no such file/,
  ],
  ['a body without a name', verify('--body', '@'), /name a file after @/],
  ['a time that is none', verify('--body', 'x', '--now', 'noon'), /Give Unix seconds, or ISO 8601/],
  [
    'a tolerance below nothing',
    verify('--body', 'x', '--tolerance', '-1'),
    /Give seconds, 0 or more/,
  ],
  ['no body', verify(), /'--body <body>' not specified/],
  [
    'nothing to replay',
    ['replay', 'nowhere', '--to', LOCAL],
    /cannot read nowhere: there is no such file/,
  ],
  [
    '--speed without --gaps',
    ['replay', 'x', '--to', LOCAL, '--speed', '2'],
    /--speed goes with --gaps/,
  ],
  [
    '--secret without --resign',
    ['replay', 'x', '--to', LOCAL, '--secret', 'x'],
    /--secret goes with --resign/,
  ],
  [
    'a port that is none',
    ['capture', '--port', '99999', '--out', 'x'],
    /Give a number from 0 to 65535/,
  ],
  [
    'a file that cannot be written',
    ['capture', '--port', '0', '--out', '/nowhere/x.jsonl'],
    /cannot write \/nowhere\/x\.jsonl: there is no such file/,
  ],
];

it.each(table)('%s', async (_name, args, sentence) => {
  expect(await refused(args)).toMatch(sentence);
});

it('no secret at all', async () => {
  const host = stillHost({ env: {} });
  expect(await refused(trigger(), host)).toMatch(/no signing secret; set SCREENING_SECRET/);
});

it('a file that holds no event', async () => {
  const { file } = scratch();
  for (const content of ['', 'null', '[]', '{"id":', '\uFEFF{}']) {
    const path = file('event.json', content);
    expect(await refused(['trigger', '--to', LOCAL, '--file', path])).toMatch(
      /holds no JSON object/,
    );
  }
});

it('a port that is taken', async () => {
  const { port } = await serve(() => {});
  const args = ['capture', '--port', String(port), '--out', scratch().file('x.jsonl')];
  expect(await refused(args)).toMatch(/something else does already/);
});
