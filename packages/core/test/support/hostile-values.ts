// biome-ignore-all lint/suspicious/noThenProperty: thenables are the values that promises must be told from.
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { passing } from 'screening-webhooks-test-support/until';

/** A value that a port may hand over. Made anew for each use: a rejected promise must not exist before it is handed over. */
export interface HostileValue {
  readonly name: string;
  readonly make: () => unknown;
  /** The value itself, where it is a primitive. */
  readonly primitive?: unknown;
}

/** A way to hand a value over: returned, thrown, settled, or never settled. */
interface Handover {
  readonly name: string;
  /** The value arrives as the awaited result. Otherwise it arrives as an error, or never. */
  readonly delivers: boolean;
  readonly hand: (make: () => unknown) => unknown;
}

/** What one call of a port's function hands over. */
export interface HostileCall {
  readonly value: HostileValue;
  readonly handover: Handover;
  readonly run: () => unknown;
}

const fail = (): never => {
  throw new Error('hostile');
};

const GETTERS = [
  'then',
  'busyForMs',
  'kind',
  'code',
  'message',
  'name',
  'stack',
  'issues',
  'value',
  'length',
  'store',
  'claim',
  'after',
  'method',
  'aborted',
  'addEventListener',
  Symbol.hasInstance,
  Symbol.toStringTag,
  Symbol.iterator,
  Symbol.toPrimitive,
] as const;

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

const primitives: readonly unknown[] = [
  undefined,
  null,
  '',
  'OK',
  'acquired',
  'acquired ',
  'done',
  'stored',
  'duplicate',
  'stored ',
  'true',
  'hostile',
  0,
  -0,
  -1,
  1,
  Number.NaN,
  Infinity,
  -Infinity,
  Number.MAX_VALUE,
  2 ** 31,
  2 ** 53,
  1e21,
  10n,
  Symbol('hostile'),
  true,
  false,
];

const named: readonly HostileValue[] = [
  ...Object.entries(objects).map(([name, make]) => ({ name, make })),
  ...GETTERS.map((key) => ({
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

const handovers: readonly Handover[] = [
  direct,
  {
    name: 'thrown',
    delivers: false,
    hand: (make) => {
      throw make();
    },
  },
  { name: 'resolved', delivers: true, hand: async (make) => make() },
  {
    name: 'rejected',
    delivers: false,
    hand: async (make) => {
      throw make();
    },
  },
  { name: 'never settled', delivers: false, hand: () => new Promise(() => {}) },
  {
    name: 'by a thenable at once',
    delivers: true,
    hand: (make) => ({ then: (use: Use) => use(make()) }),
  },
  {
    name: 'by a thenable that rejects',
    delivers: false,
    hand: (make) => ({ then: (_: Use, refuse: Use) => refuse(make()) }),
  },
  { name: 'by a thenable that never settles', delivers: false, hand: () => ({ then() {} }) },
  { name: 'by a thenable that throws', delivers: false, hand: () => ({ then: fail }) },
  {
    name: 'by a thenable that calls back twice',
    delivers: true,
    hand: (make) => ({
      then(use: Use, refuse: Use) {
        use(make());
        refuse(new Error('hostile'));
        use('acquired');
        fail();
      },
    }),
  },
  {
    name: 'by a thenable of a thenable that never settles',
    delivers: false,
    hand: () => ({ then: (use: Use) => use({ then() {} }) }),
  },
  {
    name: 'by a promise whose then was replaced',
    delivers: false,
    hand: (make) => Object.assign(Promise.resolve('hostile'), { then: make }),
  },
  {
    name: 'by a promise whose then was replaced by one that gives a thenable',
    delivers: false,
    hand: () =>
      Object.assign(Promise.resolve('hostile'), { then: (use: Use) => use({ then() {} }) }),
  },
  {
    name: 'by a rejected promise whose catch was replaced',
    delivers: false,
    hand: (make) => Object.assign(Promise.reject(new Error('hostile')), { catch: make }),
  },
  {
    name: 'a rejected promise of another realm',
    delivers: false,
    hand: () => runInNewContext('Promise.reject(new Error("hostile"))'),
  },
  {
    name: 'a second later',
    delivers: true,
    hand: async (make) => {
      await passing(1000);
      return make();
    },
  },
];

function isPrimitive(value: unknown): boolean {
  return value === null || (typeof value !== 'object' && typeof value !== 'function');
}

export const hostileValues: fc.Arbitrary<HostileValue> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...named) },
  {
    weight: 1,
    arbitrary: fc
      .anything({
        withBigInt: true,
        withBoxedValues: true,
        withDate: true,
        withMap: true,
        withNullPrototype: true,
        withSet: true,
        withSparseArray: true,
        withTypedArray: true,
      })
      .map((value) => ({
        name: fc.stringify(value),
        make: () => value,
        ...(isPrimitive(value) && { primitive: value }),
      })),
  },
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
