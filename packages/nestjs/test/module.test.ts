import { once } from 'node:events';
import {
  type CallHandler,
  Controller,
  Get,
  type INestApplication,
  Inject,
  Injectable,
  Module,
  type ModuleMetadata,
  type Provider,
  Scope,
  VersioningType,
} from '@nestjs/common';
import { LazyModuleLoader, NestFactory, REQUEST } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import {
  type DedupeStore,
  type EventEnvelope,
  type EventOf,
  type Inbox,
  memoryStore,
  RawBodyUnavailableError,
} from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import { SECRET } from 'screening-webhooks-test-support/signed';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  OnScreeningEvent,
  ScreeningReceiver,
  ScreeningWebhooksModule,
  type ScreeningWebhooksOptions,
} from '../src/index.js';
import { createApp, platforms, providerOf, screening, startApp } from './support/nest-app.js';

const COMPLETED = 'document_verification.completed';
type Completed = EventOf<typeof COMPLETED>;

@Injectable()
class Names {
  readonly seen: string[] = [];
}

@Injectable()
class Licenses {
  constructor(@Inject(Names) names: Names) {
    this.names = names;
  }
  private readonly names: Names;

  @OnScreeningEvent(COMPLETED)
  onCompleted({ data }: Completed) {
    this.names.seen.push(data.externalId);
  }
}

/** Starts an app for the length of one test. */
async function serve(app: INestApplication) {
  const { url, stop } = await startApp(app);
  onTestFinished(stop);
  const deliver = async (path: string, id?: string) => {
    const event = fixture(COMPLETED, id === undefined ? {} : { id });
    // White space that no serialiser writes.
    const { body, headers } = await sign(JSON.stringify(event, null, 3), { secret: SECRET });
    const response = await fetch(url + path, { method: 'POST', headers, body });
    return [response.status, await response.json()];
  };
  return { url, deliver };
}

const processed = [200, { outcome: 'processed' }];
const { externalId } = fixture(COMPLETED).data;

describe.each(platforms)('on %s', (platform) => {
  it('takes secret and store from providers, and injects into the provider of a handler', async () => {
    const keys: string[] = [];
    const memory = memoryStore();
    const store: DedupeStore = {
      ...memory,
      claim: (key, ...rest) => (keys.push(key) > 0 ? memory.claim(key, ...rest) : 'done'),
    };
    @Module({
      providers: [
        { provide: 'secret', useFactory: async () => SECRET },
        { provide: 'store', useValue: store },
      ],
      exports: ['secret', 'store'],
    })
    class Config {}
    const app = await createApp(platform, {
      imports: [
        ScreeningWebhooksModule.forRootAsync({
          imports: [Config],
          inject: ['secret', 'store'],
          useFactory: (secret: string, dedupe: DedupeStore) => ({
            path: 'hooks',
            secret,
            dedupe,
            unprovidedHandlers: 'ignore',
          }),
        }),
      ],
      providers: [Licenses, Names],
    });
    const { deliver } = await serve(app);
    expect(await deliver('/hooks')).toEqual(processed);
    expect(await deliver('/hooks')).toEqual([200, { outcome: 'duplicate' }]);
    expect(app.get(Names).seen).toEqual([externalId]);
    expect(keys).toHaveLength(2);
  });

  it('stores in an inbox from a provider, whose worker dispatches to the same handlers', async () => {
    const stored: EventEnvelope[] = [];
    const inbox: Inbox = {
      store(event) {
        stored.push(event);
        return 'stored';
      },
    };
    const app = await createApp(platform, {
      imports: [
        ScreeningWebhooksModule.forRootAsync({
          useFactory: () => ({
            path: '/hooks',
            secret: SECRET,
            inbox,
            unprovidedHandlers: 'ignore',
          }),
        }),
      ],
      providers: [Licenses, Names],
    });
    const { deliver } = await serve(app);
    expect(await deliver('/hooks')).toEqual([202, { outcome: 'accepted' }]);
    expect(app.get(Names).seen).toEqual([]);
    const { dispatch } = app.get(ScreeningReceiver, { strict: false });
    for (const event of stored) expect(await dispatch(event)).toEqual({ kind: 'processed' });
    expect(app.get(Names).seen).toEqual([externalId]);
  });

  it('makes a request-scoped provider for each event, and injects the request', async () => {
    const runs: [instance: object, url: unknown][] = [];
    @Injectable({ scope: Scope.REQUEST })
    class Tenant {
      constructor(@Inject(REQUEST) request?: { readonly url: string }) {
        this.url = request?.url;
      }
      readonly url: string | undefined;
    }
    // Request-scoped because of what it depends on.
    @Injectable()
    class Handler {
      constructor(@Inject(Tenant) tenant: Tenant) {
        this.tenant = tenant;
      }
      readonly tenant: Tenant;
      @OnScreeningEvent('*')
      on() {
        runs.push([this, this.tenant.url]);
      }
    }
    const app = await createApp(platform, {
      imports: [screening()],
      providers: [Tenant, Handler],
    });
    const { deliver } = await serve(app);
    expect(await deliver('/hooks?a', 'evt_a')).toEqual(processed);
    expect(await deliver('/hooks?b', 'evt_b')).toEqual(processed);
    const { dispatch } = app.get(ScreeningReceiver, { strict: false });
    expect(await dispatch(fixture(COMPLETED))).toEqual({ kind: 'processed' });
    expect(runs.map(([, url]) => url)).toEqual(['/hooks?a', '/hooks?b', undefined]);
    expect(new Set(runs.map(([instance]) => instance)).size).toBe(3);
  });

  it('is out of reach of prefixes, versions, guards, interceptors, pipes and filters', async () => {
    @Controller({ path: 'licenses', version: '1' })
    class Own {
      @Get()
      list() {
        return [];
      }
    }
    const passed: string[] = [];
    // The constraint by version of Nest 10 and 11 on Fastify sets a global of this name.
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'value'));
    const app = await createApp(platform, {
      imports: [screening()],
      providers: [Licenses, Names],
      controllers: [Own],
    });
    app.setGlobalPrefix('api');
    app.enableVersioning({ type: VersioningType.HEADER, header: 'x-version' });
    app.useGlobalGuards({ canActivate: () => passed.push('guard') > 0 });
    app.useGlobalInterceptors({
      intercept(_context: unknown, next: CallHandler) {
        passed.push('interceptor');
        return next.handle();
      },
    });
    app.useGlobalPipes({ transform: () => expect.unreachable() });
    const { deliver, url } = await serve(app);
    expect(await deliver('/hooks')).toEqual(processed);
    expect(passed).toEqual([]);
    const own = await fetch(`${url}/api/licenses`, { headers: { 'x-version': '1' } });
    expect(own.status).toBe(200);
    expect(passed).toEqual(['guard', 'interceptor']);
    expect((await deliver('/api/hooks'))[0]).toBe(404);
  });

  it.each([{}, { rawBody: true }])(
    'has the exact bytes with %o, and the app its bodies',
    async (options) => {
      const app = await createApp(
        platform,
        { imports: [screening()], providers: [Licenses, Names] },
        options,
      );
      expect(await (await serve(app)).deliver('/hooks')).toEqual(processed);
    },
  );

  it('drains at the start of a shutdown', async () => {
    let finish = () => {};
    const gate = new Promise<void>((resolve) => (finish = resolve));
    const order: string[] = [];
    const handlers = new EventTarget();
    const running = once(handlers, 'running');
    @Injectable()
    class Database {
      beforeApplicationShutdown() {
        order.push('database closed');
      }
    }
    const handler = async () => {
      handlers.dispatchEvent(new Event('running'));
      await gate;
      order.push('handler ended');
    };
    const app = await createApp(platform, {
      imports: [screening()],
      providers: [Database, providerOf({ [COMPLETED]: handler, '*': () => {} })],
    });
    const { deliver } = await serve(app);
    const first = deliver('/hooks', 'evt_a');
    await running;
    const { receive } = app.get(ScreeningReceiver, { strict: false });
    const closed = app.close();
    // A type whose handler does not wait.
    const { body, headers } = await sign(fixture('document_verification.failed'), {
      secret: SECRET,
    });
    const late = () =>
      receive(
        {
          method: 'POST',
          header: (name) => new Headers(headers).get(name),
          readBody: () => Buffer.from(body),
        },
        { framework: Object(null) },
      );
    await expect.poll(async () => (await late()).status).toBe(503);
    finish();
    expect((await first)[0]).toBe(200);
    await closed;
    expect(order).toEqual(['handler ended', 'database closed']);
  });
});

describe('exact bytes', () => {
  it('on Express, a parser of the app that comes first changes nothing', async () => {
    const app = await createApp('Express', {
      imports: [screening()],
      providers: [Licenses, Names],
    });
    const parse = (req: AsyncIterable<unknown>, _res: unknown, next: () => void) =>
      void (async () => {
        for await (const _ of req);
        next();
      })();
    app.use(parse);
    expect(await (await serve(app)).deliver('/hooks')).toEqual(processed);
  });

  it('that a hook or a platform has used up are 500, with the cure of Nest', async () => {
    const errors: unknown[] = [];
    const app = await createApp('Fastify', {
      imports: [screening()],
      providers: [Licenses, Names],
    });
    app.use(async (req: AsyncIterable<unknown>, _res: unknown, next: () => void) => {
      for await (const _ of req);
      next();
    });
    app
      .getHttpAdapter()
      .getInstance()
      .addHook('onError', async (_request: unknown, _reply: unknown, error: unknown) => {
        errors.push(error);
      });
    expect((await (await serve(app)).deliver('/hooks'))[0]).toBe(500);
    expect(errors).toEqual([expect.any(RawBodyUnavailableError)]);
    expect(String(errors[0])).toMatch(/NestFactory\.create\(AppModule, \{ rawBody: true \}\)/);
  });
});

describe.each(platforms)('several modules on %s', (platform) => {
  const providers = [providerOf({ '*': () => {} })];
  const paths = ['/a', '/b'];
  const optionsOf = (path: string): ScreeningWebhooksOptions => ({
    path,
    secret: SECRET,
    observe: false,
    unprovidedHandlers: 'ignore',
  });

  describe.each([{}, { moduleIdGeneratorAlgorithm: 'deep-hash' as const }])(
    'with %o',
    (options) => {
      it.each([
        ['forRoot', (path: string) => ScreeningWebhooksModule.forRoot(optionsOf(path))],
        [
          'forRootAsync with factories of one text',
          (path: string) =>
            ScreeningWebhooksModule.forRootAsync({ useFactory: () => optionsOf(path) }),
        ],
      ])('are all mounted: %s', async (_name, make) => {
        const app = await createApp(platform, { imports: paths.map(make), providers }, options);
        const { deliver } = await serve(app);
        for (const path of paths) expect(await deliver(path)).toEqual(processed);
      });
    },
  );

  it.each([
    ['/w', '/w'],
    ['/w', 'w'],
    ['/w', '/W'],
    ['/w', '/w/'],
    ['/:a/w', '/:b/w'],
  ])('with the paths %s and %s do not start', async (...same) => {
    const imports = same.map((path) => screening({ path }));
    const app = await createApp(platform, { imports, providers });
    await expect(app.init()).rejects.toThrow(
      /^path: two ScreeningWebhooksModules receive at the same route, '\/.*' and '\/.*'\. Give each a path of its own/,
    );
  });

  it('each have a receiver, which the module that imports one injects; of two it injects the first', async () => {
    class Own {
      constructor(@Inject(ScreeningReceiver) receiver: ScreeningReceiver) {
        this.receiver = receiver;
      }
      readonly receiver: ScreeningReceiver;
    }
    const of = (path: string, reconciliation: boolean) => screening({ path, reconciliation });
    const moduleOf = (imports: ModuleMetadata['imports']) => {
      const provide = Symbol('part');
      class Part {}
      return {
        provide,
        module: { module: Part, imports: imports ?? [], providers: [{ provide, useClass: Own }] },
      };
    };
    const parts = [
      moduleOf([of('/a', true)]),
      moduleOf([of('/b', false)]),
      moduleOf([of('/c', true), of('/d', false)]),
    ];
    const imports = parts.map(({ module }) => module);
    const app = await createApp(platform, { imports, providers });
    const injected = parts.map(({ provide }) => app.get<Own>(provide, { strict: false }));
    expect(injected.map(({ receiver }) => receiver.reconciles)).toEqual([true, false, true]);
  });
});

describe('handlers', () => {
  const handled = async (metadata: ModuleMetadata, options = {}) => {
    const module = await Test.createTestingModule({
      imports: [screening(options)],
      ...metadata,
    }).compile();
    const outcome = await module
      .get(ScreeningReceiver, { strict: false })
      .dispatch(fixture(COMPLETED));
    return { module, outcome };
  };

  it('of a testing module run without a server and without init', async () => {
    const { module, outcome } = await handled({ providers: [Licenses, Names] });
    expect(outcome).toEqual({ kind: 'processed' });
    expect(module.get(Names).seen).toEqual([externalId]);
  });

  it('of a testing module get deliveries as an app', async () => {
    const module = await Test.createTestingModule({
      imports: [screening()],
      providers: [Licenses, Names],
    }).compile();
    const app = module.createNestApplication({ logger: false });
    expect(await (await serve(app)).deliver('/hooks')).toEqual(processed);
  });

  it('of a provider that a test replaces run on what replaces it', async () => {
    const seen: string[] = [];
    const module = await Test.createTestingModule({
      imports: [screening()],
      providers: [Licenses, Names],
    })
      .overrideProvider(Licenses)
      .useValue({ onCompleted: ({ id }: Completed) => seen.push(id) })
      .compile();
    await module.get(ScreeningReceiver, { strict: false }).dispatch(fixture(COMPLETED));
    expect(seen).toEqual([fixture(COMPLETED).id]);
  });

  it('of a replaced provider without the method fail, with a sentence', async () => {
    const { outcome } = await handled({ providers: [{ provide: Licenses, useValue: {} }] });
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { message: 'onCompleted: what replaces Licenses has no such method.' },
    });
  });

  it('run in an application without a server', async () => {
    @Module({ imports: [screening()], providers: [Licenses, Names] })
    class Worker {}
    const app = await NestFactory.createApplicationContext(Worker, { logger: false });
    expect(
      await app.get(ScreeningReceiver, { strict: false }).dispatch(fixture(COMPLETED)),
    ).toEqual({
      kind: 'processed',
    });
    await app.close();
  });

  it('may be on values, results of factories, subclasses and aliases, with several types', async () => {
    class Both {
      @OnScreeningEvent(COMPLETED)
      @OnScreeningEvent('document_verification.failed')
      on(_event: EventOf<typeof COMPLETED | 'document_verification.failed'>): unknown {
        throw new Error('replaced by the subclass');
      }
    }
    class Sub extends Both {
      override on() {}
    }
    for (const provider of [
      { provide: 'value', useValue: new Sub() },
      { provide: 'made', useFactory: async () => new Sub() },
      { provide: Both, useClass: Sub },
    ]) {
      const alias = { provide: 'alias', useExisting: provider.provide };
      const { outcome } = await handled({ providers: [provider, alias] });
      expect(outcome).toEqual({ kind: 'processed' });
    }
  });

  it('of a transient provider get an instance for each event', async () => {
    const instances = new Set();
    @Injectable({ scope: Scope.TRANSIENT })
    class Handler {
      @OnScreeningEvent('*')
      on() {
        instances.add(this);
      }
    }
    const { module } = await handled({ providers: [Handler] });
    await module.get(ScreeningReceiver, { strict: false }).dispatch(fixture(COMPLETED));
    expect(instances.size).toBe(2);
  });

  it('have what they throw in the outcome', async () => {
    const error = new Error('the database is down');
    const { outcome } = await handled({
      providers: [providerOf({ '*': () => Promise.reject(error) })],
    });
    expect(outcome).toEqual({ kind: 'failed', error });
  });
});

describe('a class that is evaluated again', () => {
  const evaluate = (method: string) => {
    class Reloaded {}
    Object.defineProperty(Reloaded.prototype, method, { value: () => {} });
    OnScreeningEvent('*')(Reloaded.prototype, method, {});
    return Reloaded;
  };
  const start = async (...providers: Provider[]) => {
    const app = await createApp('Express', {
      imports: [screening({ unprovidedHandlers: 'fail' })],
      providers,
    });
    onTestFinished(() => app.close());
    await app.init();
  };
  // The other classes of this file belong to no app here.
  beforeEach(() => {
    const key = Symbol.for('@screening-webhooks/nestjs/handlers');
    const ofThisFile = Reflect.get(globalThis, key);
    Reflect.set(globalThis, key, new Map());
    onTestFinished(() => void Reflect.set(globalThis, key, ofThisFile));
  });

  it('may stay as a copy of a provided one', async () => {
    evaluate('on');
    await start(evaluate('on'));
  });

  it('may have changed since an app provided it', async () => {
    await start(evaluate('on'));
    await start(evaluate('onAny'));
  });

  it('ends the start when it differs and was never provided', async () => {
    evaluate('on');
    await expect(start(evaluate('onAny'))).rejects.toThrow(
      /^@OnScreeningEvent\('\*'\): Reloaded\.on is on a class that no module of this app provides/,
    );
  });
});

it('a handler that comes after the start is named once an event is ignored', async () => {
  const lines: unknown[] = [];
  const logger = { log() {}, warn() {}, error: (line: unknown) => lines.push(line) };
  const app = await createApp(
    'Express',
    {
      imports: [screening()],
      providers: [providerOf({ 'document_verification.failed': () => {} })],
    },
    { logger },
  );
  const { deliver } = await serve(app);
  const ignored = [200, { outcome: 'ignored' }];
  expect(await deliver('/hooks', 'evt_a')).toEqual(ignored);
  expect(lines).toEqual([]);
  @Module({ providers: [Licenses, Names] })
  class Late {}
  await app.get(LazyModuleLoader).load(() => Late);
  for (const id of ['evt_b', 'evt_c']) expect(await deliver('/hooks', id)).toEqual(ignored);
  expect(lines).toEqual([
    "@OnScreeningEvent('document_verification.completed'): Licenses.onCompleted came after the start of the app, so its events are ignored. Import its module at the start: a module of LazyModuleLoader is too late.",
  ]);
});

describe('fails at the start, with a sentence', () => {
  class Other {
    @OnScreeningEvent(COMPLETED)
    alsoCompleted() {}
  }
  @Controller()
  class WithHandler {
    @OnScreeningEvent('*')
    on() {}
  }
  const start = async (metadata: ModuleMetadata, options = {}) => {
    const module = { imports: [screening(options)], ...metadata };
    const app = await createApp('Express', module);
    await app.init();
  };

  it('for two handlers of one type', async () => {
    await expect(start({ providers: [Licenses, Names, Other] })).rejects.toThrow(
      /^@OnScreeningEvent\('document_verification\.completed'\): two handlers, Licenses\.onCompleted and Other\.alsoCompleted\. /,
    );
  });

  it('for a handler on a class that is not a provider', async () => {
    const metadata = { providers: [Licenses, Names], controllers: [WithHandler] };
    const started = start(metadata, { unprovidedHandlers: 'fail' });
    await expect(started).rejects.toThrow(
      /@OnScreeningEvent\('document_verification\.completed'\): Other\.alsoCompleted is on a class that no module of this app provides, .*unprovidedHandlers: 'ignore'\.$/m,
    );
    await expect(started).rejects.toThrow(
      /@OnScreeningEvent\('\*'\): WithHandler\.on is on a controller, and not on a provider\. Move it to a provider\.$/m,
    );
    await expect(started).rejects.not.toThrow(/Licenses/);
  });

  it('for a misspelt type', async () => {
    const type: string = 'document_verification.complete';
    class Misspelt {
      @OnScreeningEvent(type as typeof COMPLETED)
      on() {}
    }
    await expect(start({ providers: [Misspelt] })).rejects.toThrow(
      "handlers['document_verification.complete']: this version has no such event type. Did you mean 'document_verification.completed'?",
    );
  });

  it.each([
    ['without a handler', {}, /no provider has a handler\. Put @OnScreeningEvent/],
    ['for a handler on a controller alone', { controllers: [WithHandler] }, /no provider has/],
  ])('%s', async (_name, metadata, message) => {
    await expect(start(metadata)).rejects.toThrow(message);
  });

  it.each([
    [{ secret: '' }, /^secret: /],
    [
      { tolerence: 1 },
      /^tolerence: unknown option of ScreeningWebhooksModule\. Did you mean tolerance\?/,
    ],
    [
      { path: '' },
      /^path: expected the path of the endpoint, such as '\/webhooks\/screening', got ""/,
    ],
    [{ path: '/' }, /^path: /],
    [{ handlers: { '*': () => {} } }, /^handlers: .* put @OnScreeningEvent\('.*'\) on a method/],
    [
      { unknownTypes: {} },
      /^unknownTypes: unknown option of ScreeningWebhooksModule\. The options/,
    ],
    [{ unprovidedHandlers: 'warn' }, /^unprovidedHandlers: expected 'fail' or 'ignore'/],
  ])('for the option %o', async (options, message) => {
    await expect(start({ providers: [Licenses, Names] }, options)).rejects.toThrow(message);
  });

  it.each([undefined, null, 'x'])('for %o in place of the options', async (options) => {
    const sentence = new RegExp(
      `^options: expected an object, got ${options === null ? 'null' : typeof options}\\. Call ScreeningWebhooksModule\\.forRoot\\(.*or return such an object from useFactory`,
    );
    const useFactory = () => options as unknown as ScreeningWebhooksOptions;
    for (const imported of [
      ScreeningWebhooksModule.forRoot(useFactory()),
      ScreeningWebhooksModule.forRootAsync({ useFactory }),
    ]) {
      const created = createApp('Express', { imports: [imported], providers: [Licenses, Names] });
      await expect(created).rejects.toThrow(sentence);
    }
  });

  it('for the module without options', async () => {
    const created = createApp('Express', { imports: [ScreeningWebhooksModule] });
    await expect(created).rejects.toThrow(/imported without options\. Import .*forRoot\(/);
  });

  it.each([
    [{ useClass: class {} }, /^useClass: the options come from useFactory\. Provide the class/],
    [{ useExisting: class {} }, /^useExisting: the options come from useFactory/],
    [
      { useFactry: () => {} },
      /^useFactry: unknown option of forRootAsync\. Did you mean useFactory/,
    ],
    [{}, /^useFactory: expected a function/],
    [undefined, /^options: expected an object\. Call ScreeningWebhooksModule\.forRootAsync/],
  ])('for forRootAsync(%o)', (given, message) => {
    const call = () => Reflect.apply(ScreeningWebhooksModule.forRootAsync, undefined, [given]);
    expect(call).toThrow(TypeError);
    expect(call).toThrow(message);
  });

  it('on a static method, and with the decorators of the language', () => {
    const decorate = OnScreeningEvent('*');
    expect(() => decorate(Other, 'on', {})).toThrow(/Other\.on is static\. Put it on a method/);
    expect(() => Reflect.apply(decorate, undefined, [() => {}, { kind: 'method' }])).toThrow(
      /Set "experimentalDecorators": true in tsconfig\.json\.$/,
    );
  });
});
