import { expect, it } from 'vitest';
import { type Destinations, rewriteLinks } from '../src/links.ts';
import { addressOfRecipe, recipesIn } from '../src/recipes.ts';
import { routeOf } from '../src/routes.ts';

const to = (repository?: string): Destinations => ({
  page: (file, anchor) =>
    file.endsWith('.md') && file !== 'examples/README.md'
      ? `/${routeOf(file)}.md${anchor === undefined ? '' : `#${anchor}`}`
      : undefined,
  file: (file) => `/files/${file}`,
  repository,
});

it('links to pages lead to the pages of the site', () => {
  expect(rewriteLinks('[a](../packages/koa/README.md#x)', 'docs/events.md', to())).toBe(
    '[a](/frameworks/koa.md#x)',
  );
  expect(rewriteLinks('[a](packages/core#options) [b](docs)', 'README.md', to())).toBe(
    '[a](/packages/core.md#options) [b](/all-pages.md)',
  );
  expect(rewriteLinks('[a](#here)', 'docs/sandbox.md', to())).toBe('[a](/sandbox/index.md#here)');
});

it('links elsewhere, and those in code, stay as they are', () => {
  const page = '[a](https://example.com/x.md) `[b](docs/events.md)`';
  expect(rewriteLinks(page, 'README.md', to())).toBe(page);
});

it('a file of the docs is published', () => {
  const link = '[a](../packages/opentelemetry/prometheus-alerts.yml)';
  expect(rewriteLinks(link, 'docs/operations.md', to())).toBe(
    '[a](/files/packages/opentelemetry/prometheus-alerts.yml)',
  );
});

it('a link to a source is text, or leads to the repository', () => {
  const page = 'See [`main` of [it]](packages/core/src/index.ts) and [examples](examples).';
  expect(rewriteLinks(page, 'README.md', to())).toBe('See `main` of [it] and examples.');
  expect(rewriteLinks(page, 'README.md', to('https://github.com/o/n'))).toBe(
    'See [`main` of [it]](https://github.com/o/n/blob/main/packages/core/src/index.ts) and [examples](https://github.com/o/n/tree/main/examples).',
  );
});

it('a link that leads nowhere is an error', () => {
  expect(() => rewriteLinks('[a](nowhere.md)', 'docs/events.md', to())).toThrow(
    'docs/events.md: nowhere.md leads to no file.',
  );
});

it('each recipe has a page, or is on the page of its package', () => {
  const { intro, pages, additions } = recipesIn(
    '# R\n\nAll.\n\n## Fly\n\nA\n\n## Next.js, App Router\n\nB\n\n## Next.js, Pages Router\n\nC\n\n## NestJS\n\nD\n',
  );
  expect(intro).toBe('# R\n\nAll.\n\n');
  expect(pages.get('fly')).toBe('# Fly\n\nA\n\n');
  expect(pages.get('nextjs')).toMatch(/^# Next\.js\n\n## Next\.js, App Router[\s\S]+Pages Router/);
  expect(additions.get('nestjs')).toBe('## A complete file\n\nD\n');
  expect(addressOfRecipe('nextjs-pages-router')).toBe('/frameworks/nextjs.md#nextjs-pages-router');
  expect(addressOfRecipe('fly')).toBe('/frameworks/fly.md');
  expect(addressOfRecipe('nestjs')).toBe('/frameworks/nestjs.md#a-complete-file');
  expect(() => recipesIn('# R\n\n## Elixir\n')).toThrow('no page for the recipe "Elixir"');
});
