import { expect, it } from 'vitest';
import { limits } from '../../../src/service/limits/limits.js';
import { readForm } from '../../../src/service/pages/read-form.js';

function send(fields: number) {
  const body = new FormData();
  for (let index = 0; index < fields; index += 1) body.set(`field${index}`, 'x');
  return readForm(new Request('http://sandbox.localhost/', { method: 'POST', body }));
}

it('a form has a bounded number of parts', async () => {
  const { most } = limits.formParts;
  expect((await send(most)).text(`field${most - 1}`)).toBe('x');
  await expect(send(most + 1)).rejects.toMatchObject({ code: 'payload_too_large' });
});

it('a form that is compressed is refused', async () => {
  const headers = { 'content-encoding': 'gzip' };
  const sent = { method: 'POST', headers, body: new URLSearchParams({ field: 'x' }) };
  await expect(readForm(new Request('http://sandbox.localhost/', sent))).rejects.toMatchObject({
    code: 'content_encoding_unsupported',
  });
});

const BOUNDARY = 'multipart/form-data; boundary=x';
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const urlencoded = (value: string) => ({
  type: 'application/x-www-form-urlencoded',
  body: latin1(`before=%EF%BF%BD&field=${value}&after=y`),
});
const multipart = (value: string) => ({
  type: BOUNDARY,
  body: latin1(
    `${[
      ['before', '\xef\xbf\xbd'],
      ['field', value],
      ['after', 'y'],
    ]
      .map(
        (part) => `--x\r\nContent-Disposition: form-data; name="${part[0]}"\r\n\r\n${part[1]}\r\n`,
      )
      .join('')}--x--\r\n`,
  ),
});
const read = ({ type, body }: ReturnType<typeof urlencoded>) =>
  readForm(
    new Request('http://sandbox.localhost/', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    }),
  );

it.each([
  ['urlencoded, escaped', urlencoded('a%FFb')],
  ['urlencoded, as bytes', urlencoded('a\xffb')],
  ['urlencoded, half a surrogate pair', urlencoded('%ED%A0%80')],
  ['urlencoded, too short', urlencoded('%EF%BF')],
  ['urlencoded, beside one that was sent', urlencoded('%EF%BF%BD%BD')],
  ['urlencoded, half of which is like one that was sent', urlencoded('%CF%BF%BD')],
  ['urlencoded, one that was sent in part as bytes', urlencoded('%ef\xbf%bd')],
  ['multipart', multipart('a\xffb')],
  ['multipart, beside one that was sent', multipart('\xef\xbf\xbd\xbd')],
  ['multipart, the beginning of one', multipart('\xef\xbfa')],
  ['multipart, the edges of one', multipart('\xefa\xbd')],
])('a text that is not UTF-8 is told: %s', async (_what, sent) => {
  const form = await read(sent);
  expect(form.isUnreadable('field')).toBe(true);
  expect(form.isUnreadable('before')).toBe(false);
  expect(form.isUnreadable('after')).toBe(false);
});

it.each([
  ['urlencoded', urlencoded('%eF%bf%BD')],
  ['urlencoded, as bytes', urlencoded('\xef\xbf\xbd')],
  ['multipart', multipart('\xef\xbf\xbd')],
])('U+FFFD itself is kept: %s', async (_what, sent) => {
  const form = await read(sent);
  expect(form.isUnreadable('field')).toBe(false);
  expect(form.text('field')).toBe('\ufffd');
});

it('a file is not a text', async () => {
  const body = new FormData();
  body.set('field', new Blob([latin1('\xff')]), '\ufffd');
  const form = await readForm(new Request('http://sandbox.localhost/', { method: 'POST', body }));
  expect(form.isUnreadable('field')).toBe(false);
  expect(form.files('field').map(({ content }) => content)).toEqual([latin1('\xff')]);
});
