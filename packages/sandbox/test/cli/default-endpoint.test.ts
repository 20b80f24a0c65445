import { describe, expect, it } from 'vitest';
import type { Host } from '../../src/cli/host.js';
import { ownService } from '../support/service.js';
import {
  announceOn,
  hostWith,
  jsonLines,
  runCommand,
  startCommand,
} from './support/run-command.js';

const FORWARD_TO = 'http://localhost:9/webhooks/screening';
const OTHER = 'http://localhost:9/others';
const TYPE = 'document_verification.completed';

// The demo data also has two sinks, one of them of another integration.
const service = ownService({ seed: 'demo', forwardTo: FORWARD_TO });

/** A host on which the service was started, with this `--forward-to`. */
function startedHost(forwardTo?: string): Host {
  const host = hostWith();
  announceOn(host, service().description, forwardTo);
  return host;
}

/** A host that knows the service only from its environment. */
function remoteHost(integrationId?: string): Host {
  const { url, keys, controlToken } = service().description;
  const env = {
    SCREENING_URL: url,
    SCREENING_API_KEY: keys.full,
    SCREENING_CONTROL_TOKEN: controlToken,
    SCREENING_INTEGRATION_ID: integrationId,
  };
  return { ...hostWith(), env };
}

/** Runs a command that succeeds, and returns what it has printed as JSON. */
async function json(host: Host, ...args: string[]) {
  const printed = await runCommand([...args, '--json'], host);
  expect(printed, args.join(' ')).toMatchObject({ err: '', exit: 0 });
  return jsonLines(printed);
}

function forwarded() {
  const [endpoint, ...others] = service().description.endpoints;
  expect(others).toEqual([]);
  if (endpoint?.url !== FORWARD_TO) throw new Error('The service has no endpoint of --forward-to.');
  return endpoint;
}

const hosts: readonly (readonly [name: string, host: () => Host])[] = [
  ['the service was started with --forward-to', () => startedHost(FORWARD_TO)],
  ['the service was started without', () => startedHost()],
  ['the environment names service and integration', () => remoteHost(forwarded().integrationId)],
  ['the environment names the service', () => remoteHost()],
  ['the environment names an empty integration', () => remoteHost('')],
];

describe.each(hosts)('%s', (_name, hostOf) => {
  it('each command without an id takes the endpoint of --forward-to', async () => {
    const host = hostOf();
    const { id, secret } = forwarded();
    const { port } = new URL(service().description.url);
    await json(host, 'endpoints', 'create', `http://localhost:${port}/sink/mine`);
    expect(await json(host, 'secret', 'show')).toMatchObject([{ secret }]);
    expect(await json(host, 'endpoints', 'pause')).toMatchObject([{ id, paused: true }]);
    expect(await json(host, 'endpoints', 'resume')).toMatchObject([{ id, paused: false }]);
    expect(await json(host, 'endpoints', 'test')).toMatchObject([{ endpointId: id }]);
    expect(await json(host, 'secret', 'roll')).toMatchObject([{ id }]);
    // Nothing listens there, so the sample fails as well. The sinks accept everything.
    await json(host, 'trigger', TYPE);
    await json(host, 'clock', 'advance', '30m');
    expect(await json(host, 'endpoints', 'recover')).toMatchObject([{ found: 2 }]);
  });

  it('an object that is created without an integration is of the same one', async () => {
    const host = hostOf();
    const { integrationId, id } = forwarded();
    const owner = { type: 'integration', id: integrationId };
    expect(await json(host, 'endpoints', 'create', OTHER)).toMatchObject([{ owner }]);
    const [made] = await json(host, 'trigger', TYPE);
    const deliveries = await json(host, 'deliveries', 'list', '--limit', '2');
    expect(made).toMatchObject({
      events: [{ deliveryIds: [{}, {}].map(() => expect.anything()) }],
    });
    expect(deliveries.map((each) => each['endpointId'])).toContain(id);

    const listening = startCommand(['listen', '--forward-to', OTHER, '--json'], host);
    await listening.terminal.untilPrinted('listening');
    const [listener] = jsonLines(listening.terminal.printed());
    expect(listener).toMatchObject({ endpoint: { owner } });
    await listening.stop();
  });
});

it('the endpoint of --forward-to is taken while there are others, and not when it is deleted', async () => {
  const host = startedHost(FORWARD_TO);
  const [other] = await json(host, 'endpoints', 'create', OTHER);
  const { id, secret } = forwarded();
  expect(await json(host, 'secret', 'show')).toMatchObject([{ secret }]);
  await json(host, 'endpoints', 'delete', id);
  expect(await json(host, 'secret', 'show')).toMatchObject([{ secret: other?.['secret'] }]);
});

it('where none can be meant, the error has each endpoint with its address', async () => {
  const host = startedHost();
  await json(host, 'endpoints', 'create', OTHER);
  const endpoints = await json(host, 'endpoints', 'list');
  expect(endpoints).toHaveLength(4);
  for (const args of [
    ['secret', 'show'],
    ['endpoints', 'pause'],
  ]) {
    const { out, err, exit } = await runCommand(args, host);
    expect([out, exit]).toEqual(['', 1]);
    expect(err).toBe(
      [
        'error: the service has several endpoints. Name one of them:',
        ...endpoints.map(({ id, url }) => `${id}  ${url}`),
        '',
      ].join('\n'),
    );
  }
});

it('the only endpoint is taken, even where it is a sink', async () => {
  const host = startedHost(FORWARD_TO);
  for (const { id, url } of await json(host, 'endpoints', 'list')) {
    if (!String(url).endsWith('/sink/staffing'))
      await json(host, 'endpoints', 'delete', String(id));
  }
  const [sink] = await json(host, 'endpoints', 'list');
  expect(await json(host, 'endpoints', 'pause')).toMatchObject([{ id: sink?.['id'] }]);
});

it('lists more endpoints than a page has', async () => {
  const host = startedHost(FORWARD_TO);
  for (let made = 0; made < 100; made += 1) {
    const { status } = await service().call('POST', '/v1/webhook-endpoints', {
      url: `${OTHER}/${made}`,
      integrationId: forwarded().integrationId,
    });
    expect(status).toBe(201);
  }
  expect(await json(host, 'endpoints', 'list')).toHaveLength(103);
  expect(await json(host, 'secret', 'show')).toMatchObject([{ secret: forwarded().secret }]);
});
