import { describe, expect, it } from 'vitest';
import { invalid } from '../../support/problems.js';
import { recordsOf, sharedService } from '../../support/service.js';

// A value from a caller is stored as sent or refused, but never changed silently.

const service = sharedService();
const path = '/v1/document-verifications';

/** Orders a verification whose `metadata` is this JSON text. @param more More properties, as JSON text. */
function order(metadata: string, more = '') {
  const { integrationId } = service().description;
  const text = `{"documentConfigSlug":"rn-license","state":"CA","integrationId":"${integrationId}","metadata":${metadata}${more}}`;
  return service().call('POST', path, text);
}

const faultsOf = ({ status, body }: { readonly status: number; readonly body: object }) => [
  status,
  ...recordsOf(Object(body).errors).map(({ param, code }) => `${param} ${code}`),
];

describe('an unpaired surrogate is refused', () => {
  it.each([
    ['in metadata', '{"a":"x\\ud800"}', '', 'metadata.a'],
    ['in a list of metadata', '{"a":["","\\udc00\\ud800"]}', '', 'metadata.a.1'],
    ['in a key of metadata', '{"\\ud800":1}', '', 'metadata.\ud800'],
    ['in formData', '{}', ',"formData":{"a":"\\ud83d"}', 'formData.a'],
    ['in a key of formData', '{}', ',"formData":{"b":{"\\udfff":""}}', 'formData.b.\udfff'],
    ['in a text of its own column', '{}', ',"externalId":"x\\ud800"', 'externalId'],
  ])('%s', async (_where, metadata, more, param) => {
    expect(faultsOf(await order(metadata, more))).toEqual([422, `${param} invalid_characters`]);
  });

  it('in a control', async () => {
    const { controlToken: key } = service().description;
    const fault = '{"kind":"missing_t","match":{"externalId":"\\ud800"}}';
    const answer = await service().call('POST', '/_sandbox/faults', fault, { key });
    expect(faultsOf(answer)).toEqual([422, 'match.externalId invalid_characters']);
  });

  it('in an event that is imported', async () => {
    const event = '{"id":"evt_\\ud800","type":"a","created":"2026-01-01T00:00:00Z","data":{}}';
    const capture = {
      version: 1,
      receivedAt: '2026-01-01T00:00:00Z',
      body: Buffer.from(event).toString('base64'),
    };
    const answer = await service().control('/import', { endpointId: 'we_x', captures: [capture] });
    expect(faultsOf(answer)).toEqual([422, 'captures.0.body not_an_event']);
  });

  it('a pair is kept', async () => {
    const answer = await order('{"😀":"\\ud83d\\ude00"}');
    expect([answer.status, answer.body['metadata']]).toEqual([201, { '😀': '😀' }]);
  });
});

describe('a number', () => {
  it.each([
    '1e400',
    '-1e400',
    '1e-400',
    '12345678901234567890',
    '9007199254740993',
    '0.10000000000000001',
  ])('that would come back as another is refused: %s', async (number) => {
    const refused = [422, 'metadata.a.b.1 number_inexact'];
    expect(faultsOf(await order(`{"a":{"b":[1,${number}]}}`))).toEqual(refused);
    const more = `,"formData":{"n":${number}}`;
    expect(faultsOf(await order('{}', more))).toEqual([422, 'formData.n number_inexact']);
  });

  it.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740994', 9007199254740994],
    ['100000000000000000000000', 1e23],
    ['1.50e+2', 150],
    ['0.1', 0.1],
    ['-0.0', 0],
    ['0e999', 0],
    ['5E-324', 5e-324],
    ['1.7976931348623157e308', 1.7976931348623157e308],
  ])('that is the same in another form is kept: %s', async (text, number) => {
    const { status, body } = await order(`{"a":${text}}`);
    expect([status, body['metadata']]).toEqual([201, { a: number }]);
  });

  it('in a string does not count', async () => {
    const { status, body } = await order('{"a":"1e400","b":"\\"c\\":1e400","1e400":[]}');
    expect([status, body['metadata']]).toEqual([201, { a: '1e400', b: '"c":1e400', '1e400': [] }]);
  });

  it('of half a megabyte is refused as fast as another', async () => {
    const digits = `1${'0'.repeat(500_000)}1`;
    expect(faultsOf(await order(`{"a":${digits}}`))).toEqual([422, 'metadata.a number_inexact']);
    expect(faultsOf(await order(`{"a":0.${digits}}`))).toEqual([422, 'metadata.a number_inexact']);
  });
});

describe('duplicates are refused', () => {
  it.each([
    ['{"a":1,"b":{"a":2},"a":3}', 'metadata.a'],
    ['{"a":[{"b":1,"\\u0062":1}]}', 'metadata.a.0.b'],
  ])('a key: %s', async (metadata, param) => {
    expect(faultsOf(await order(metadata))).toEqual([422, `${param} repeated`]);
  });

  it('a field of a form', async () => {
    const form = new FormData();
    form.append('file', new File(['a'], 'a.csv'));
    form.append('file', new File(['b'], 'b.csv'));
    const answer = await service().call('POST', '/v1/bulk-imports', form);
    expect(faultsOf(answer)).toEqual([422, 'file repeated']);
  });
});

describe('bytes that are not UTF-8 are refused', () => {
  it.each([
    ['a filter', 'GET', `${path}?externalId=%FF`, 'externalId'],
    ['a surrogate', 'GET', `${path}?externalId=%ED%A0%80`, 'externalId'],
    ['a name of a file', 'POST', '/v1/bulk-imports?fileName=%C3%28.csv', 'fileName'],
    ['the name of a parameter', 'GET', `${path}?%FF=1`, '\ufffd'],
  ])('in a query: %s', async (_what, method, at, param) => {
    const answer = await service().call(method, at, method === 'POST' ? new FormData() : undefined);
    expect(answer.body['code']).toBe('parameter_invalid');
    expect(faultsOf(answer)).toEqual([400, `${param} invalid_characters`]);
  });

  it('in the name of a file of a form', async () => {
    const send = (name: Uint8Array<ArrayBuffer>) =>
      service().call(
        'POST',
        '/v1/bulk-imports',
        new Blob([
          '--x\r\nContent-Disposition: form-data; name="file"; filename="',
          name,
          '"\r\n\r\na\r\nb\r\n--x--\r\n',
        ]),
        { headers: { 'content-type': 'multipart/form-data; boundary=x' } },
      );
    expect(faultsOf(await send(new Uint8Array([0xe9, 0x2e])))).toEqual([
      422,
      'file invalid_characters',
    ]);
    // This character may be intended.
    expect((await send(new TextEncoder().encode('\ufffd.csv'))).body['fileName']).toBe(
      '\ufffd.csv',
    );
  });

  it('a per cent sign alone is one', async () => {
    expect(await service().call('GET', `${path}?externalId=5%`)).toMatchObject({ status: 200 });
    expect(await service().call('GET', `${path}?externalId=%C3%A9`)).toMatchObject({ status: 200 });
  });
});

describe('a name of blanks is refused', () => {
  it.each([
    ['/v1/candidates', 'firstName'],
    ['/v1/candidates', 'lastName'],
    ['/v1/integrations', 'name'],
    ['/v1/api-keys', 'label'],
    ['/v1/packages', 'name'],
    ['/v1/roles', 'name'],
  ])('%s %s', async (at, field) => {
    for (const name of ['', '   ', '\u00a0\t']) {
      const { body } = await service().call('POST', at, { [field]: name });
      const faults = recordsOf(body['errors']).filter(({ param }) => param === field);
      expect(faults).toEqual([
        {
          param: field,
          code: 'invalid_format',
          message: 'must not be blank',
          facts: { form: 'not_blank' },
        },
      ]);
    }
    expect(await service().call('POST', at, { [field]: ' x ' })).not.toMatchObject(
      invalid({ param: field }),
    );
  });
});
