import { describe, expect, it } from 'vitest';
import { sandboxClock } from '../../src/handle/clock.js';
import { type SandboxOptions, serviceConfig } from '../../src/handle/sandbox-options.js';

describe('serviceConfig', () => {
  it('has a frozen clock, no rate limit and no endpoint by default', () => {
    expect(serviceConfig({})).toEqual({
      port: 0,
      storage: { kind: 'memory' },
      clock: { mode: 'frozen' },
      rng: 'sandbox',
      rateLimit: 'off',
      strictHeaders: false,
      previewEvents: false,
      seed: 'none',
      signatureClock: 'wall',
      allowNet: [],
    });
  });

  it('takes every option', () => {
    const deliverTo = () => new Response();
    const clock = { mode: 'real', at: new Date('2026-01-31T09:00:00Z') } as const;
    const given = {
      rng: '7',
      rateLimit: 600,
      strictHeaders: true,
      previewEvents: true,
      seed: 'demo' as const,
      allowNet: ['10.0.0.0/8'],
    };
    const endpoint = 'http://localhost:3000/webhooks';
    const config = serviceConfig({
      ...given,
      deliverTo,
      endpoint,
      port: 4010,
      clock,
      signatureClock: 'virtual',
    });
    expect(config).toEqual({
      ...given,
      port: 4010,
      storage: { kind: 'memory' },
      forwardTo: endpoint,
      clock: { mode: 'real', at: '2026-01-31T09:00:00.000Z' },
      signatureClock: 'virtual',
    });
    expect(serviceConfig({ clock: 'real' }).clock).toEqual({ mode: 'real' });
    expect(serviceConfig({ clock: { at: '2026-01-31T09:00:00+01:00' } }).clock).toEqual({
      mode: 'frozen',
      at: '2026-01-31T09:00:00+01:00',
    });
  });

  it.each([
    [null, /expected an object/],
    [[], /expected an object/],
    [
      { forwardTo: 'http://localhost' },
      /forwardTo: unknown option of startSandbox. The options are deliverTo/,
    ],
    [{ deliverTo: { fetch: () => {} } }, /deliverTo: expected a function/],
    [{ endpoint: 'localhost:3000' }, /endpoint: expected a URL/],
    [{ endpoint: 'http://' }, /endpoint: expected a URL/],
    [{ endpoint: 3000 }, /endpoint: expected a URL/],
    [{ port: '4010' }, /port: expected an integer/],
    [{ port: 65_536 }, /port: expected an integer/],
    [{ port: 1.5 }, /port: expected an integer/],
    [{ clock: 'stopped' }, /clock: expected 'frozen' or 'real'/],
    [{ clock: null }, /clock: expected 'frozen' or 'real'/],
    [{ clock: { mode: 'fast' } }, /clock: expected 'frozen' or 'real'/],
    [{ clock: { now: '2026-01-31T09:00:00Z' } }, /clock.now: there is no such option/],
    [{ clock: { at: '2026-01-31' } }, /clock.at: expected a valid Date/],
    [{ clock: { at: '1999-12-31T00:00:00Z' } }, /clock.at: expected a time from 2000/],
    [{ clock: { at: '9000-01-01T00:00:00Z' } }, /clock.at: expected a time from 2000/],
    [{ clock: { at: 0 } }, /clock.at: expected a valid Date/],
    [{ clock: { at: new Date(Number.NaN) } }, /clock.at: expected a valid Date/],
    [{ rng: 42 }, /rng: expected a non-empty string/],
    [{ rng: '' }, /rng: expected a non-empty string/],
    [{ rateLimit: 0 }, /rateLimit: expected 'off' or/],
    [{ rateLimit: 'on' }, /rateLimit: expected 'off' or/],
    [{ signatureClock: 'real' }, /signatureClock: expected 'wall' or 'virtual'/],
    [{ strictHeaders: 'yes' }, /strictHeaders: expected true or false/],
    [{ previewEvents: 1 }, /previewEvents: expected true or false/],
    [{ seed: 'world' }, /seed: expected 'none' or 'demo'/],
    [{ allowNet: '10.0.0.0/8' }, /allowNet: expected a list/],
    [{ allowNet: [10] }, /allowNet: expected a list/],
  ])('refuses %o', (options, message) => {
    // JavaScript can pass values that the types forbid.
    const call = () => serviceConfig(options as SandboxOptions);
    expect(call).toThrow(TypeError);
    expect(call).toThrow(message);
  });
});

describe('clock.advance', () => {
  const advance = (by: unknown) =>
    // JavaScript can pass values that the types forbid.
    sandboxClock(async (_method, _path, body) => body).advance(by as string);

  it.each(['30s', '15m', '1h30m', '7d', '1d2h3m4s', 'PT15M', 'P1DT2H'])(
    'takes %s',
    async (given) => {
      expect(await advance(given)).toEqual({ advance: given });
    },
  );

  it.each([
    '',
    '15',
    'm',
    '1.5h',
    '-15m',
    '15 m',
    '30m1h',
    'P',
    'PT',
    'P1D T1H',
    'P1M',
    'P2W',
    'PT0.5S',
    'P1Y',
    '15min',
    15,
    null,
    undefined,
    {},
  ])('refuses %o', async (given) => {
    await expect(advance(given)).rejects.toThrow(TypeError);
  });
});
