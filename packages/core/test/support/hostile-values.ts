// biome-ignore-all lint/suspicious/noThenProperty: thenables are the values that promises must be told from.
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { passing } from 'screening-webhooks-test-support/until';

/** A value that a port may hand over, created for each use: a rejected promise must not exist before it is handed over. */
export interface HostileValue {
  readonly name: string;
  readonly make: () => unknown;
  /** The value itself, if it is a primitive. */
  readonly primitive?: unknown;
}

/** A way to hand a value over: returned, thrown, settled, or never settled. */
interface Handover {
  readonly name: string;
  /** The value arrives as the awaited result. Otherwise it arrives as an error, or never. */
  readonly delivers: boolean;
  readonly hand: (make: () => unknown) => unknown;
}

/** The result of one call of a port's function. */
export interface HostileCall {
  readonly value: HostileValue;
  readonly handover: Handover;
  readonly run: () => unknown;
}

const fail = (): never => {
  throw new Error('hostile');
};

const namesOfErrors = ['code', 'message', 'name', 'stack', 'issues', 'value', 'length'];
const namesOfPorts = ['then', 'busyForMs', 'kind', 'store', 'claim', 'after', 'method', 'aborted'];
const symbols = [Symbol.hasInstance, Symbol.toStringTag, Symbol.iterator, Symbol.toPrimitive];
const getters = [...namesOfErrors, ...namesOfPorts, 'addEventListener', ...symbols];

const throwingGetter = (key: PropertyKey): object =>
  Object.defineProperty({}, key, { get: fail, enumerable: true });

const revoked = (target: object): object => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};

const retryLater = (after: PropertyDescriptor): Error =>
  Object.defineProperties(new Error('forged'), {
    [Symbol.for('@screening-webhooks/RetryLater')]: { value: true },
    after,
  });

const objects: Readonly<Record<string, () => unknown>> = {
  'a revoked proxy': () => revoked({}),
  'a revoked proxy of an array': () => revoked([]),
  'a revoked proxy of a function': () => revoked(() => {}),
  'a proxy that throws': () =>
    new Proxy({}, { get: fail, has: fail, getPrototypeOf: fail, ownKeys: fail }),
  'a proxy that has everything': () => new Proxy({}, { has: () => true }),
  'an object without a prototype': () => Object.create(null),
  'an object of another realm': () => runInNewContext('({ busyForMs: 5 })'),
  'a promise of another realm': () => runInNewContext('Promise.resolve("hostile")'),
  'an error of another realm': () => runInNewContext('new Error("hostile")'),
  'bytes of another realm': () => runInNewContext('new Uint8Array(3)'),
  'forged bytes': () => ({ [Symbol.toStringTag]: 'Uint8Array' }),
  'a function': () => () => 'hostile',
  'a function with then': () => Object.assign(() => {}, { then: (use: Use) => use('hostile') }),
  'a class': () => class Hostile {},
  'a generator': () =>
    (function* hostile() {
      yield 1;
    })(),
  'a promise that never settles': () => new Promise(() => {}),
  'an object with a promise': () => ({ busyForMs: new Promise(() => {}) }),
  'a code that changes': () => {
    const codes = ['body_too_large', 'body_too_large', undefined, 7];
    return {
      ok: false,
      get code() {
        return codes.shift();
      },
    };
  },
  'issues that are none': () => ({ issues: 'none' }),
  'empty issues': () => ({ issues: [] }),
  'issues of nothing': () => ({ issues: [null] }),
  'issues without a path': () => ({ issues: [{ path: 7 }] }),
  'a store without answers': () => ({ claim: fail, extend: fail, commit: fail, release: fail }),
  'RetryLater after NaN': () => retryLater({ value: Number.NaN }),
  'RetryLater after 1e21': () => retryLater({ value: 1e21 }),
  'RetryLater after a bigint': () => retryLater({ value: 10n }),
  'RetryLater after a symbol': () => retryLater({ value: Symbol('hostile') }),
  'RetryLater after an object': () => retryLater({ value: { valueOf: fail } }),
  'RetryLater with a throwing getter': () => retryLater({ get: fail }),
};

type Use = (value: unknown) => void;

const texts = ['', 'OK', 'acquired', 'acquired ', 'done', 'stored', 'duplicate', 'stored ', 'true'];
const numbers = [0, -0, -1, 1, Number.NaN, Infinity, -Infinity, Number.MAX_VALUE, 2 ** 31, 2 ** 53];
const others = [undefined, null, 'hostile', 1e21, 10n, Symbol('hostile'), true, false];
const primitives: readonly unknown[] = [...texts, ...numbers, ...others];

const named: readonly HostileValue[] = [
  ...Object.entries(objects).map(([name, make]) => ({ name, make })),
  ...getters.map((key) => ({
    name: `a getter of ${String(key)} that throws`,
    make: () => throwingGetter(key),
  })),
  ...primitives.map((primitive) => ({
    name: `${typeof primitive} ${String(primitive)}`,
    make: () => primitive,
    primitive,
  })),
];

const direct: Handover = { name: 'returned', delivers: true, hand: (make) => make() };

type Hand = Handover['hand'];

const delivering: Readonly<Record<string, Hand>> = {
  resolved: async (make) => make(),
  'by a thenable at once': (make) => ({ then: (use: Use) => use(make()) }),
  'by a thenable that calls back twice': (make) => ({
    then(use: Use, refuse: Use) {
      use(make());
      refuse(new Error('hostile'));
      use('acquired');
      fail();
    },
  }),
  'a second later': async (make) => {
    await passing(1000);
    return make();
  },
};

const failing: Readonly<Record<string, Hand>> = {
  thrown: (make) => {
    throw make();
  },
  rejected: async (make) => {
    throw make();
  },
  'never settled': () => new Promise(() => {}),
  'by a thenable that rejects': (make) => ({ then: (_: Use, refuse: Use) => refuse(make()) }),
  'by a thenable that never settles': () => ({ then() {} }),
  'by a thenable that throws': () => ({ then: fail }),
  'by a thenable of a thenable that never settles': () => ({
    then: (use: Use) => use({ then() {} }),
  }),
  'by a promise whose then was replaced': (make) =>
    Object.assign(Promise.resolve('hostile'), { then: make }),
  'by a promise whose then was replaced by one that gives a thenable': () =>
    Object.assign(Promise.resolve('hostile'), { then: (use: Use) => use({ then() {} }) }),
  'by a rejected promise whose catch was replaced': (make) =>
    Object.assign(Promise.reject(new Error('hostile')), { catch: make }),
  'a rejected promise of another realm': () =>
    runInNewContext('Promise.reject(new Error("hostile"))'),
};

const handoversOf = (hands: Readonly<Record<string, Hand>>, delivers: boolean): Handover[] =>
  Object.entries(hands).map(([name, hand]) => ({ name, delivers, hand }));

const handovers = [direct, ...handoversOf(delivering, true), ...handoversOf(failing, false)];

function isPrimitive(value: unknown): boolean {
  return value === null || (typeof value !== 'object' && typeof value !== 'function');
}

const withEverything: fc.ObjectConstraints = {
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
};

const hostileOf = (value: unknown): HostileValue => ({
  name: fc.stringify(value),
  make: () => value,
  ...(isPrimitive(value) && { primitive: value }),
});

export const hostileValues: fc.Arbitrary<HostileValue> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...named) },
  { weight: 1, arbitrary: fc.anything(withEverything).map(hostileOf) },
);

/** A call that hands anything over in any way. */
export const hostileCalls: fc.Arbitrary<HostileCall> = fc
  .tuple(hostileValues, fc.oneof(fc.constant(direct), fc.constantFrom(...handovers)))
  .map(([value, handover]) => ({
    value,
    handover,
    run: () => handover.hand(value.make),
    toString: () => `${value.name}, ${handover.name}`,
  }));

/** Whether the call hands over one of these primitives, as its result. */
export function delivers({ value, handover }: HostileCall, ...primitives: unknown[]): boolean {
  return handover.delivers && 'primitive' in value && primitives.includes(value.primitive);
}

/** Whether the call returns a non-empty string. */
export function returnsText({ value, handover }: HostileCall): boolean {
  return handover === direct && typeof value.primitive === 'string' && value.primitive !== '';
}
