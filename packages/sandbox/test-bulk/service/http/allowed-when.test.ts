import { describe, expect, it } from 'vitest';
import { isRecord } from '../../../src/handle/call-service.js';
import { describeApi } from '../../../src/service/operations.js';
import { minimalBody } from '../../../test/support/minimal-body.js';
import { objectsInStates } from '../../../test/support/objects-in-states.js';
import { resolved } from '../../../test/support/openapi.js';
import { sharedService, type TestService } from '../../../test/support/service.js';

type Json = Readonly<Record<string, unknown>>;
type AllowedWhen = Readonly<Record<string, readonly unknown[]>>;

/** An operation on one object that can be refused for the state of the object. */
interface Tested {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** The path of the object. */
  readonly object: string;
  readonly collection: string;
  readonly described: Json;
  readonly body: Json | undefined;
  /** Undefined: the document does not say it. */
  readonly allowedWhen: AllowedWhen | undefined;
}

const document = describeApi();
const allowedWhenOf = ({ 'x-allowed-when': when }: Json): AllowedWhen | undefined =>
  isRecord(when) ? Object(when) : undefined;
const paths: Json = Object(document['paths']);
const codesOf = (described: Json): string =>
  String(Object(described['responses'])[409]?.description);

const onObjects: readonly Tested[] = Object.entries(paths).flatMap(([path, methods]) => {
  const [, object, collection] = /^((.*)\/\{\w+\})(\/[\w-]+)?$/.exec(path) ?? [];
  if (object === undefined || collection === undefined) return [];
  return Object.entries(Object(methods))
    .filter(([method]) => method !== 'get')
    .map(([method, operation]) => {
      const described: Json = Object(operation);
      const content = Object(Object(described['requestBody']).content);
      const schema = resolved(content['application/json']?.schema, document);
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        object,
        collection,
        described,
        body: schema && minimalBody(schema),
        allowedWhen: allowedWhenOf(described),
      };
    });
});
// Every write is refused once the tenant is closed. An endpoint has no other state that forbids one.
const hasStates = ({ object, described }: Tested): boolean =>
  !object.startsWith('/v1/webhook-endpoints/') && codesOf(described).includes('`state_conflict`');
const conditional = onObjects.filter((one) => one.allowedWhen || hasStates(one));
const named = (tested: readonly Tested[]) => tested.map((one) => [one.name, one] as const);

/** The properties of the object that an operation is about. */
function propertiesOf({ object }: Tested): Json {
  const { get } = Object(paths[object]);
  const schema = get.responses[200].content['application/json'].schema;
  return Object(resolved(schema, document)?.['properties']);
}

/** The values of a property that has a fixed set of them. */
function valuesOf(schema: unknown): readonly unknown[] {
  const { type, enum: values, anyOf } = Object(resolved(schema, document));
  if (Array.isArray(values)) return values;
  if (Array.isArray(anyOf)) return anyOf.flatMap(valuesOf);
  return type === 'boolean' ? [true, false] : type === 'null' ? [null] : [];
}

function isAllowed(allowedWhen: AllowedWhen, shown: Json): boolean {
  return Object.entries(allowedWhen).every(([property, values]) =>
    values.includes(shown[property]),
  );
}

describe(`x-allowed-when of ${conditional.length} operations`, () => {
  it('is there for each operation on an object that its state can forbid', () => {
    expect(conditional.length).toBeGreaterThan(25);
    expect(conditional.filter((one) => !one.allowedWhen).map(({ name }) => name)).toEqual([]);
  });

  it.each(named(conditional))('%s: names values that the object can show', (_name, tested) => {
    const { decision = {} } = Object(tested.described['x-allowed-for']);
    const properties = propertiesOf(tested);
    for (const allowedWhen of [Object(tested.allowedWhen), ...Object.values(Object(decision))]) {
      expect(Object.keys(allowedWhen).length).toBeGreaterThan(0);
      for (const [property, values] of Object.entries(allowedWhen)) {
        const possible = valuesOf(properties[property]);
        expect(possible, property).toEqual(expect.arrayContaining(Array.from(Object(values))));
        expect(Object(values).length, property).toBeGreaterThan(0);
      }
    }
  });
});

const service = sharedService();

/** A body that nothing but the state makes the API refuse. */
const bodies: Readonly<Record<string, Json>> = {
  'POST /v1/document-verifications/{verificationId}/submit': {
    formData: { licenseNumber: 'RN1234' },
  },
  'POST /v1/reports/{id}/adjudicate': { decision: 'engage' },
};

describe('the API refuses with 409 when, and only when, the document says so', () => {
  it.each(named(conditional))('%s', async (_name, tested) => {
    const body = bodies[tested.name] ?? tested.body;
    await compare(service(), tested, Object(tested.allowedWhen), async () => body);
  });

  const adjudicate = conditional.filter(({ path }) => path.endsWith('/adjudicate'));
  const decisions = adjudicate.flatMap((tested) => {
    const { decision } = Object(tested.described['x-allowed-for']);
    return Object.entries(Object(decision)).map(([value, when]) => [value, tested, when] as const);
  });

  it.each(decisions)('for the decision %s', async (decision, tested, when) => {
    expect(decisions).toHaveLength(2);
    await compare(service(), tested, Object(when), async ({ checks }) => {
      const found = Object(checks).find(({ records }: Json) => Object(records).length > 0);
      // One without records is refused for its state.
      const recordIds = [Object(found?.records)[0]?.id ?? 'rec_none'];
      return decision === 'engage' ? { decision } : { decision, recordIds };
    });
  });
});

/** Tries an operation on an object in each state. */
async function compare(
  tested: TestService,
  { method, path, object, collection }: Tested,
  allowedWhen: AllowedWhen,
  bodyFor: (shown: Json) => Promise<Json | undefined>,
): Promise<void> {
  const states = objectsInStates(tested)[collection];
  if (!states) throw new Error(`Let objectsInStates make objects of ${collection}.`);
  const answers: boolean[] = [];
  for (const [state, make] of Object.entries(states)) {
    const id = await make();
    const { body: shown } = await tested.call('GET', object.replace(/\{\w+\}/, id));
    expect(isRecord(shown) && shown['createdAt'], state).toBeTruthy();
    const url = path.replace(/\{\w+\}/, id);
    const { status, body, text } = await tested.call(method, url, await bodyFor(shown));
    const refused = ['state_conflict', 'endpoint_paused'].includes(String(body['code']));
    expect(refused, `${state}: ${text}`).toBe(!isAllowed(allowedWhen, shown));
    // A refusal because of the time does not depend on the state.
    if (!refused && status !== 200 && status !== 202) {
      expect(body['code'], `${state}: ${text}`).toBe('waiting_period_active');
    }
    answers.push(refused);
  }
  // Else nothing was compared.
  expect(new Set(answers)).toEqual(new Set([true, false]));
}
