import { expect, it } from 'vitest';
import { llmsIndex, markdownOf } from '../src/llms.ts';
import { menuOf } from '../src/menu.ts';
import { openApiDocument } from '../src/openapi/document.ts';
import { restReference } from '../src/openapi/reference.ts';
import { pageOf } from '../src/page.ts';
import { writtenPages } from '../src/pages.ts';
import { withBothPictures } from '../src/pictures.ts';
import { withDrawnDiagrams } from '../src/state-diagrams.ts';

it('each page of the repository has a place in the menu, and nothing else is named there', () => {
  const { pages } = writtenPages(undefined);
  const generated = ['rest/index', 'api/index'].map((route) => pageOf(route, '# R\n'));
  const items = menuOf([...pages, ...generated]).flatMap((group) => group.items);
  expect(items).toHaveLength(pages.length + generated.length - 1);
  expect(() => menuOf([...pages, ...generated, pageOf('new', '# New\n')])).toThrow(
    'docs/site/src/menu.ts has no place for new.',
  );
});

it('no heading of a page leaves out a level', () => {
  const skipped = writtenPages(undefined).pages.flatMap(({ route, markdown }) => {
    const prose = markdown.replaceAll(/^(`{3,})[\s\S]*?^\1/gm, '');
    const levels = [...prose.matchAll(/^(#+) (.*)/gm)].map(([, marks = '', text]) => ({
      level: marks.length,
      text,
    }));
    return levels
      .filter(({ level }, index) => level > (levels[index - 1]?.level ?? 0) + 1)
      .map(({ text }) => `${route}: ${text}`);
  });
  expect(skipped).toEqual([]);
});

it('a page is described by its beginning', () => {
  const page = pageOf(
    'x',
    '# `A` page\n\nIt has [links](/a.md), `code` and\nmore words of it. And so on.\n',
  );
  expect(page).toMatchObject({
    title: 'A page',
    description: 'It has links, code and more words of it.',
  });
});

it('llms.txt has a line for each page, and the Markdown of a page has links to Markdown', () => {
  const page = pageOf(
    'koa',
    '# Koa\n\n<!-- given -->\nReceives them in a [Koa](/x.md#y) app of yours. `[a](/b.md)`\n',
  );
  const menu = [{ text: 'Frameworks', collapsed: undefined, items: [{ text: 'Koa', page }] }];
  expect(
    llmsIndex(
      pageOf('index', '# Site\n\nWhat the site is all about, in a sentence.\n'),
      menu,
      '/base/',
    ),
  ).toBe(
    '# Site\n\n> What the site is all about, in a sentence.\n\n## Frameworks\n\n- [Koa](/base/koa.md): Receives them in a Koa app of yours.\n',
  );
  expect(markdownOf(page, '/base/')).toBe(
    '# Koa\n\nReceives them in a [Koa](/base/x.md#y) app of yours. `[a](/b.md)`\n',
  );
});

it('a picture for light and dark becomes two, of which the style shows one', () => {
  const page =
    '<picture>\n  <source media="(prefers-color-scheme: dark)" srcset="d.png" />\n  <img src="l.png" width="1" alt="A" />\n</picture>';
  expect(withBothPictures(page)).toBe(
    '<img class="only-light" loading="lazy" src="l.png" width="1" alt="A" />\n<img class="only-dark" loading="lazy" src="d.png" width="1" alt="A" />',
  );
});

it('a state diagram is drawn, with the titles of its states and the actions of its arrows', () => {
  const page =
    '## Order\n\n```mermaid\nstateDiagram-v2\n  state "pre-notice" as pre_notice\n  [*] --> pre_notice\n  pre_notice --> sent: send, resend\n```\n\nrest\n';
  const drawn = withDrawnDiagrams(page);
  expect(drawn).toMatch(
    /^## Order\n\n<div [^\n]*aria-label="States of: Order, diagram"[^\n]*<\/div>\n\nrest\n$/,
  );
  const texts = [...drawn.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
  expect(texts.toSorted()).toEqual(['pre-notice', 'send, resend', 'sent']);
  const withNote = page.replace('  [*]', '  note left of x\n  [*]');
  expect(() => withDrawnDiagrams(withNote)).toThrow('note left of x');
  // Vue takes no <style>, and the site loads no fonts.
  expect(drawn).not.toMatch(/<style|@import|#[0-9a-f]{6}/);
});

it('an operation has its states, parameters, body and answers', () => {
  const document = openApiDocument.parse({
    info: { title: 'Service', summary: 'S.', description: 'D.' },
    tags: [{ name: 'API keys' }],
    paths: {
      '/v1/api-keys/{id}': {
        patch: {
          operationId: 'changeKey',
          summary: 'Change a key',
          tags: ['API keys'],
          'x-scopes': ['full_access'],
          'x-allowed-when': { revokedAt: [null] },
          'x-not-before': 'startsAt',
          parameters: [
            { in: 'path', name: 'id', required: true, schema: { type: 'string', maxLength: 255 } },
          ],
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Change' } } },
          },
          responses: {
            200: {
              description: 'ok',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Key' } } },
            },
            409: { description: 'x', 'x-codes': ['state_conflict'] },
          },
        },
      },
    },
    webhooks: {},
    components: {
      schemas: {
        Change: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string', enum: ['a', 'b'], description: 'One | two <of> them.' },
            at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
            rows: {
              type: 'array',
              items: { type: 'object', properties: { n: { type: 'integer', minimum: 1 } } },
            },
          },
        },
      },
    },
  });
  const pages = restReference(document, new Set(['api-key']));
  expect(pages.map(({ route }) => route)).toEqual([
    'rest/index',
    'rest/api-keys',
    'rest/webhook-events',
    'rest/schemas',
  ]);
  const [, keys, , schemas] = pages;
  for (const part of [
    '## Change a key {#changekey}',
    '<code v-pre>/v1/api-keys/{id}</code>',
    '[states](/sandbox/states.md#api-key)',
    '- Allowed when `revokedAt` is `null`.\n- Not before the time in `startsAt`.',
    '| `id` | string<br>path | At most 255 characters. |',
    '- `application/json`: [Change](/rest/schemas.md#change)',
    '| 200 | [Key](/rest/schemas.md#key) |\n| 409 | `state_conflict` |',
  ]) {
    expect(keys?.markdown).toContain(part);
  }
  for (const row of [
    '| `name` | string | One \\| two &lt;of> them. One of `a`, `b`. |',
    '| `at` | date-time or null<br>optional |  |',
    '| `rows[].n` | integer<br>optional | At least 1. |',
  ]) {
    expect(schemas?.markdown).toContain(row);
  }
});
