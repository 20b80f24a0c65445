import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { serve } from 'screening-webhooks-test-support/serve';
import { expect, it } from 'vitest';
import { selfSigned, startTlsPeer } from '../service/outbound/support/tls-peer.js';
import { sharedService } from '../support/service.js';
import { hostWith, refused, runCommand } from './support/run-command.js';

const service = sharedService();
const TYPE = 'document_verification.completed';

const table: readonly (readonly [args: string, sentence: RegExp])[] = [
  ['triger', /unknown command 'triger' \(Did you mean trigger\?\)/],
  ['xyzzy', /unknown command 'xyzzy'\n/],
  ['deliveries lst', /unknown command 'lst' \(Did you mean list\?\)/],
  ['clock advance', /missing required argument 'duration'/],
  ['clock advance soon', /Give a duration such as 30s/],
  ['clock to soon', /Expected a time with its offset/],
  ['clock to 2001-01-01T00:00:00Z', /./],
  ['listen --forward', /unknown option '--forward' \(Did you mean --forward-to\?\)/],
  ['listen --integration int_x', /--integration requires --forward-to/],
  ['listen --forward-to nowhere', /url: /],
  ['listen --forward-to http://10.0.0.1/', /Pass --allow-net 10\.0\.0\.1/],
  ['listen --forward-to http://localhost/ --integration int_x', /int_x/],
  ['listen --forward-to http://localhost/ --events x', /"?x"? /],
  ['trigger', /give an event type, or --file/],
  ['trigger document_verification.complete', /did you mean document_verification\.completed\?/],
  ['trigger report.completed', /coming soon/],
  [`trigger ${TYPE} --set data.state`, /"data\.state" is not path=value/],
  [`trigger ${TYPE} --set data.state:=CA`, /--set: "CA" is not JSON/],
  [`trigger ${TYPE} --set data.verificationFileUploads[0]=x`, /data\.verificationFileUploads\.0\./],
  [`trigger ${TYPE} --unset data.verificationFileUploads[0]`, /--unset: .*Uploads\.0\./],
  [
    `trigger ${TYPE} --set data.attemptCount=abc`,
    /--set: data\.attemptCount is a number, and "abc"/,
  ],
  [`trigger ${TYPE} --set data.verified=1`, /--set: data\.verified is true or false, and not "1"/],
  [
    `trigger ${TYPE} --set data.metadata=x`,
    /--set: data\.metadata is an object; .*data\.metadata:=/,
  ],
  [`trigger ${TYPE} --set data.verificationFileUploads=x`, /--set: .* is a list; /],
  [`trigger ${TYPE} --unset data.stat`, /has no data\.stat; did you mean data\.state\?/],
  ['events list --limit 101', /limit: must be at most 100\n/],
  ['fault add burst --count 0', /Give a whole number above 0/],
  [`trigger ${TYPE} --count 9999999999`, /Give at most 100/],
  [`trigger ${TYPE} --set id=evt_1`, /"id" is not a path into the record/],
  [`trigger ${TYPE} --unset data.nope`, /the event has no data\.nope/],
  [`trigger ${TYPE} --count 0`, /Give a whole number above 0/],
  [`trigger ${TYPE} --count 101`, /'--count <n>' argument '101' is invalid. Give at most 100/],
  [`trigger ${TYPE} --fault tamperd`, /Did you mean tampered\?/],
  [`trigger ${TYPE} --via post`, /Allowed choices are api/],
  [`trigger ${TYPE} --via api --set data.state=CA`, /--via api cannot be used with --set/],
  [`trigger ${TYPE} --endpoint we_x`, /we_x/],
  ['trigger --file nowhere.json', /--file: cannot read nowhere\.json/],
  ['trigger --file .', /--file: cannot read \./],
  ['events get', /missing required argument 'event'/],
  ['events get evt_x', /No event has the id evt_x/],
  ['events list --limit 101', /limit: /],
  ['deliveries get ../x', /No webhook delivery has the id \.\.\/x/],
  ['deliveries list --status lost', /Allowed choices are scheduled, delivering/],
  ['deliveries replay dlv_x', /No webhook delivery has the id dlv_x/],
  ['deliveries wait --timeout 0', /Give a number above 0/],
  ['deliveries wait --status lost', /Allowed choices are scheduled/],
  ['endpoints create', /missing required argument 'url'/],
  ['endpoints create http://localhost/ --account --integration int_x', /either --integration or/],
  ['endpoints pause', /the service has no endpoint\. Create one with: screening-sandbox endpoints/],
  ['endpoints delete', /missing required argument 'endpoint'/],
  ['endpoints delete we_x', /No webhook endpoint has the id we_x/],
  ['endpoints test we_x --type nope', /./],
  ['endpoints recover we_x --since soon', /--since: give a time such as .*, or how long ago/],
  ['endpoints recover we_x --since 99999999999d', /--since: give a time/],
  ['secret show', /the service has no endpoint/],
  ['secret roll we_x --overlap soon', /Give a duration such as 30s/],
  ['secret roll we_x --overlap 8d', /overlapSeconds: /],
  ['fault add tamperd', /Did you mean tampered\?/],
  ['fault add delay --times never', /Give a whole number above 0, or always/],
  ['fault add delay --seconds -1', /Give a number, 0 or more/],
  ['fault add delay --probability 2', /probability: /],
  ['fault add delay --operation listEvents', /match\.operationId: delay is matched by /],
  ['fault remove', /give either the id of a fault or --all/],
  ['fault remove flt_x --all', /give either the id of a fault or --all/],
  ['fault remove flt_x', /No fault has the id flt_x/],
  ['snapshot save ../x', /name: must be a-z/],
  ['snapshot restore before', /No snapshot has the name before/],
  ['reset --url nowhere', /--url: expected a URL such as http:\/\/localhost:4010, got nowhere/],
  [
    'reset --url http://localhost:1',
    /no service of this user runs at http:\/\/localhost:1\. Start it; /,
  ],
];

it.each(table)('%s', async (args, sentence) => {
  const host = hostWith(service().description);
  expect(await refused(args.split(' '), host)).toMatch(sentence);
});

it('a file that has no event', async () => {
  const host = hostWith(service().description);
  const file = join(scratchFolder(), 'event.json');
  for (const content of ['', 'null', '[]', '{"type":', '{"data":[]}', '{}']) {
    writeFileSync(file, content);
    expect(await refused(['trigger', '--file', file], host)).toMatch(/does not contain an event/);
  }
});

const commands = [
  'listen',
  `trigger ${TYPE}`,
  'events list',
  'deliveries wait',
  'endpoints list',
  'secret show',
  'fault list',
  'snapshot list',
  'clock',
  'reset',
].map((args) => args.split(' '));

it.each(commands)('no service: %s %s', async (...args) => {
  expect(await refused(args, hostWith())).toBe(
    'error: no service runs on this machine. Start one with: npx @screening-webhooks/sandbox\n',
  );
});

it('a service that has gone', async () => {
  const host = hostWith({ ...service().description, url: 'http://127.0.0.1:1' });
  for (const args of commands) {
    expect(await refused(args, host)).toMatch(/no service answers at http:\/\/127\.0\.0\.1:1\./);
  }
});

it.skipIf(!selfSigned)('a service behind a certificate that is not trusted', async () => {
  const url = `https://localhost:${(await startTlsPeer()).port}`;
  const env = { SCREENING_URL: url, SCREENING_API_KEY: 'key', SCREENING_CONTROL_TOKEN: 'token' };
  expect(await refused(['clock'], { ...hostWith(), env })).toBe(
    `error: the certificate of ${url} is not trusted. Set NODE_EXTRA_CA_CERTS to its PEM file, or to that of its authority.\n`,
  );
});

it('two services: one must be named', async () => {
  const { description } = service();
  const host = hostWith(description, { ...description, url: 'http://127.0.0.1:1' });
  expect(await refused(['clock'], host)).toMatch(/several services run on this machine.*--url/);
  const named = ['clock', '--url', description.url.replace('127.0.0.1', 'localhost')];
  expect(await runCommand(named, host)).toMatchObject({ err: '', exit: 0 });
});

it('a service that does not know its key: the environment has to', async () => {
  const { description } = service();
  const host = hostWith({ ...description, keys: { full: undefined, candidate: undefined } });
  const localhost = description.url.replace('127.0.0.1', 'localhost');
  for (const args of [['deliveries', 'list'], ['listen'], ['deliveries', 'wait']]) {
    for (const url of [[], ['--url', description.url], ['--url', localhost]]) {
      expect(await refused([...args, ...url], host)).toBe(
        `error: the service at ${description.url} does not know its API key any more. Set SCREENING_API_KEY, and SCREENING_URL=${description.url}.\n`,
      );
    }
  }
  const key = { SCREENING_API_KEY: description.keys.full };
  const works = { err: '', exit: 0 };
  const withUrl = { ...host, env: { ...key, SCREENING_URL: description.url } };
  expect(await runCommand(['deliveries', 'list'], withUrl)).toMatchObject(works);
  for (const url of [description.url, localhost]) {
    const list = ['deliveries', 'list', '--url', url];
    expect(await runCommand(list, { ...host, env: key })).toMatchObject(works);
  }
  expect(await runCommand(['clock', 'now'], host)).toMatchObject(works);
});

it('something that is no sandbox', async () => {
  for (const answer of ['<html>', '{"data":7}', '[]', '\u001b[2J']) {
    const { url: address } = await serve((_req, res) => res.end(answer));
    const env = { SCREENING_API_KEY: 'k', SCREENING_CONTROL_TOKEN: 't' };
    const url = ['--url', address];
    for (const args of commands) {
      expect(await refused([...args, ...url], { env, servicesFolder: '/nowhere' })).toMatch(
        /not an answer of a sandbox of this version/,
      );
    }
  }
});
