import { type Page, plain } from './page.ts';

/** The first steps of the three readers that the toolkit is made for. */
const readers = [
  {
    title: 'An Express app that runs',
    details:
      'Your app already parses JSON, logs and checks logins. Add one route; verify: keepRawBody is the only line that changes.',
    link: '/start.md#an-app-that-already-parses-json',
    linkText: 'Add the route',
  },
  {
    title: 'Hono on the edge',
    details:
      'One file for Workers, Deno, Bun and Node, on WebCrypto or node:crypto. The adapter with the whole core is 13.5 kB.',
    link: '/frameworks/hono.md',
    linkText: 'Deploy a worker',
  },
  {
    title: 'Unit tests with fixtures',
    details:
      'Typed fixture events for Vitest, Jest and node:test. No server, no signature and no mock; signed deliveries for routes.',
    link: '/packages/testing.md#a-handler',
    linkText: 'Test a handler',
  },
];

const promises = [
  {
    title: 'Exact bytes, or an error with the cure',
    details:
      'The signature is checked over the bytes as they were sent. A body that was parsed before is named, never called a wrong signature.',
    link: '/codes.md',
    linkText: 'Codes and cures',
  },
  {
    title: 'A 2xx means that the event is safe',
    details:
      'An event runs once at a time, and is answered within 15 seconds or delivered again. Each crash point has a test.',
    link: '/crash-proof.md',
    linkText: 'Crash tests',
  },
  {
    title: 'The service on your own machine',
    details:
      'A sandbox with real signatures, retries, a dashboard and a clock that tests can move. It needs no account and no network.',
    link: '/sandbox/index.md',
    linkText: 'Five minutes with it',
  },
];

/**
 * The home page: a description, links for each kind of reader, and the first verified event from the README.
 *
 * @param readme README.md with links of the site.
 */
export function homePage(readme: string): Page {
  const [, tagline = ''] = /^# .+\n\n([\s\S]+?)\n\n/.exec(readme) ?? [];
  // Up to what the app prints. The delivery itself and the picture follow.
  const [steps] = /^## The first verified event\n[\s\S]+?(?=^A delivery is )/m.exec(readme) ?? [];
  if (steps === undefined) throw new Error('README.md has no "The first verified event".');
  const description = plain(tagline.replaceAll('\n', ' '));
  const text = [
    steps.trimEnd(),
    'Next: [what is sent](/events.md), [outcomes and codes](/start.md#what-happens-to-a-delivery), [before you go live](/going-live.md).',
    '## Your framework',
    '<!-- frameworks -->',
  ].join('\n\n');
  return {
    route: 'index',
    title: 'Screening Webhooks',
    description,
    markdown: `# Screening Webhooks\n\n${description}\n\n${text}\n`,
    frontmatter: frontmatterOf(description),
  };
}

function frontmatterOf(description: string): string {
  const hero = {
    name: 'Screening Webhooks',
    text: 'Verified, typed, handled once',
    tagline: description,
    actions: [
      { theme: 'brand', text: 'Get started', link: '/start.md' },
      { theme: 'alt', text: 'Five minutes with the sandbox', link: '/sandbox/index.md' },
      { theme: 'alt', text: 'All pages', link: '/all-pages.md' },
    ],
  };
  // JSON is YAML.
  return `layout: SiteHome\nisHome: true\nhero: ${JSON.stringify(hero)}\nfeatures: ${JSON.stringify([...readers, ...promises])}`;
}
