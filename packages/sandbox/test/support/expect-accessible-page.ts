import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { type HtmlElement, parseHtml } from './html.js';

/** Expects the headers and the accessible HTML of every hosted page. @returns its elements. */
export function expectAccessiblePage(headers: Headers, html: string): readonly HtmlElement[] {
  const elements = parseHtml(html);
  const all = (tag: string) => elements.filter((element) => element.tag === tag);
  const valuesOf = (name: string) => elements.flatMap(({ attributes }) => attributes[name] ?? []);

  const [style] = all('style');
  const hash = createHash('sha256')
    .update(style?.text ?? '')
    .digest('base64');
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/html; charset=UTF-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  expect(headers.has('set-cookie')).toBe(false);

  // Lets browsers send an Origin with the forms of the page.
  expect(all('meta').map(({ attributes }) => attributes)).toContainEqual({
    name: 'referrer',
    content: 'same-origin',
  });
  expect(all('html').map(({ attributes }) => attributes['lang'])).toEqual(['en']);
  expect(all('h1')).toHaveLength(1);
  expect(all('main')).toHaveLength(1);
  expect(all('title').map(({ text }) => text.trim().length > 0)).toEqual([true]);
  expect(all('style')).toHaveLength(1);
  for (const tag of ['script', 'link', 'img', 'iframe', 'object', 'svg'])
    expect(all(tag)).toEqual([]);
  for (const { attributes } of elements) {
    expect(Object.keys(attributes).filter((name) => /^(style|on.*|srcdoc)$/.test(name))).toEqual(
      [],
    );
  }

  const addresses = elements
    .filter(({ attributes }) => attributes['rel'] !== 'noreferrer')
    .flatMap(({ attributes }) =>
      ['href', 'src', 'action', 'formaction'].flatMap((name) => attributes[name] ?? []),
    );
  for (const address of addresses) expect(address).toMatch(/^(#[\w-]+|\/[\w./-]*)$/);
  for (const address of addresses) expect(address.startsWith('//')).toBe(false);

  const ids = valuesOf('id');
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[\w-]+$/);
  const fragments = addresses.filter((address) => address.startsWith('#'));
  for (const fragment of fragments) expect(ids).toContain(fragment.slice(1));
  for (const name of ['aria-describedby', 'aria-labelledby']) {
    for (const id of valuesOf(name).flatMap((value) => value.split(' '))) expect(ids).toContain(id);
  }

  const fields = elements.filter(({ tag }) => ['input', 'select', 'textarea'].includes(tag));
  const labelled = all('label').map(({ attributes, text }) => text.trim() && attributes['for']);
  for (const { attributes } of fields) {
    expect(labelled.filter((id) => id === attributes['id'])).toHaveLength(1);
    expect(attributes['name']).not.toBe('');
    expect(attributes['type'] === 'checkbox' || attributes['autocomplete']).toBeTruthy();
    if (attributes['aria-invalid'] === 'true') {
      expect(attributes['aria-describedby']).toContain(`${attributes['id']}-error`);
    }
  }
  for (const button of all('button')) expect(button.text.trim()).not.toBe('');
  for (const link of all('a')) expect(link.text.trim()).not.toBe('');
  const legends = all('legend').map(({ ancestors }) => ancestors.at(-1));
  for (const fieldset of all('fieldset')) expect(legends).toContain(fieldset);

  const levels = elements.flatMap(({ tag }) => /^h([1-6])$/.exec(tag)?.[1] ?? []);
  for (const level of levels) expect(['1', '2']).toContain(level);

  // The page must not disclose ids of objects.
  const withoutAddress = html.replaceAll(/(intake|dispute|verify)\/\w+\.[\w-]+/g, '');
  expect(withoutAddress).not.toMatch(/\b[a-z]{2,4}_[a-z2-7]{24}\b|bss_|whsec_|acct/);
  return elements;
}
