import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/service/limits/limits.js';
import { problem } from '../../support/problems.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();
const { formParts, partHeaders } = limits;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAeImBZsAAAAASUVORK5CYII=',
  'base64',
);
const tooLarge = problem(413, 'payload_too_large');

function upload(body: Buffer, type = 'multipart/form-data; boundary=edge') {
  return service().call('POST', '/v1/files', new Blob([new Uint8Array(body)]), {
    headers: { 'content-type': type },
  });
}

function form(
  parts: readonly { readonly headers: string; readonly content: Uint8Array }[],
  boundary = 'edge',
): Buffer {
  const encoded = parts.map(({ headers, content }) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]),
  );
  return Buffer.concat([...encoded, Buffer.from(`--${boundary}--\r\n`)]);
}

const disposition = (name: string, more = '') =>
  `Content-Disposition: form-data; name="${name}"${more}`;
const picture = (
  headers = disposition('file', '; filename="a.png"'),
  content: Uint8Array = png,
) => ({
  headers,
  content,
});
const empty = (name: string) => ({ headers: disposition(name), content: new Uint8Array() });

describe('a form', () => {
  it('has so many parts', async () => {
    const parts = (many: number) => form(Array.from({ length: many }, () => picture()));
    // The maximum number of parts is read, and refused only because they have the same name.
    expect(await upload(parts(formParts.most))).toMatchObject(problem(422, 'validation_failed'));
    expect(await upload(parts(formParts.most + 1))).toMatchObject(tooLarge);
    expect(await upload(parts(100_000))).toMatchObject(tooLarge);
  });

  it('has so many bytes of headers in a part', async () => {
    const named = disposition('file', '; filename="a.png"');
    const padded = (bytes: number) => `${named}\r\nX-Pad: ${'x'.repeat(bytes - named.length - 9)}`;
    expect(Buffer.byteLength(padded(partHeaders.most))).toBe(partHeaders.most);
    expect(await upload(form([picture(padded(partHeaders.most))]))).toMatchObject({ status: 201 });
    expect(await upload(form([picture(padded(partHeaders.most + 1))]))).toMatchObject(tooLarge);
    const second = [picture(), picture(padded(partHeaders.most + 1))];
    expect(await upload(form(second))).toMatchObject(tooLarge);
  });

  it.each([
    ['in a quoted value', 'multipart/form-data; x="boundary=other"; boundary=edge'],
    ['a second time', 'multipart/form-data; boundary=edge; boundary=other'],
    ['in quotes', 'multipart/form-data; boundary="edge"'],
  ])('shows the count no other boundary than the parser: %s', async (_where, type) => {
    const many = Array.from({ length: formParts.most + 1 }, (_, index) => empty(`part${index}`));
    expect(await upload(form([picture()]), type)).toMatchObject({ status: 201 });
    expect(await upload(form(many), type)).toMatchObject(tooLarge);
  });

  it.each([
    ['B', 'B'],
    ['-', '-'],
    ["'()+_,./:=?", `"'()+_,./:=?"`],
    ['a.c', 'a.c'],
  ])(
    'may have a boundary that stands in its file, but begins no line: %s',
    async (boundary, sent) => {
      const traps = [`${boundary} --${boundary}\r\n`, `\n--${boundary}--`, `\r\n-${boundary}`];
      const more = [`\r\n--abc`, `\r\n${boundary}`, `\r\n--${boundary}x`];
      const content = Buffer.concat([png, Buffer.from([...traps, ...more].join(''))]);
      const answer = await upload(
        form([picture(undefined, content)], boundary),
        `multipart/form-data; boundary=${sent}`,
      );
      expect(answer).toMatchObject({ status: 201, body: { size: content.length } });
    },
  );

  it('needs an end', async () => {
    const whole = form([picture()]);
    const cut = whole.subarray(0, whole.length - '--edge--\r\n'.length);
    expect(await upload(cut)).toMatchObject(problem(400, 'malformed_multipart'));
  });

  it('needs a boundary', async () => {
    const answer = await upload(form([picture()]), 'multipart/form-data');
    expect(answer).toMatchObject(problem(400, 'malformed_multipart'));
  });
});

it('a roster is counted in the same way', async () => {
  const parts = Array.from({ length: formParts.most + 1 }, (_, index) => empty(`part${index}`));
  const answer = await service().call(
    'POST',
    '/v1/bulk-imports',
    new Blob([new Uint8Array(form(parts))]),
    { headers: { 'content-type': 'multipart/form-data; boundary=edge' } },
  );
  expect(answer).toMatchObject(tooLarge);
});
