import type { Page } from './page.ts';

/** A group of the menu: its pages in order, by their routes. `x/*` are all other pages of a folder. */
interface Group {
  readonly text: string;
  readonly routes: readonly (string | readonly [route: string, text: string])[];
  readonly collapsed?: boolean;
}

const groups: readonly Group[] = [
  {
    text: 'Write a receiver',
    routes: [
      ['start', 'Get started'],
      ['events', 'Events and payloads'],
      ['packages/core', 'The core and its options'],
      ['coming-from', 'Coming from other code'],
    ],
  },
  {
    text: 'Frameworks',
    routes: [
      ['frameworks/express', 'Express'],
      ['frameworks/hono', 'Hono'],
      ['frameworks/koa', 'Koa'],
      ['frameworks/fastify', 'Fastify'],
      ['frameworks/nestjs', 'NestJS'],
      ['frameworks/nextjs', 'Next.js'],
      ['frameworks/sveltekit', 'SvelteKit'],
      ['frameworks/react-router', 'React Router and Remix'],
      ['frameworks/index', 'What holds for all'],
    ],
  },
  {
    text: 'Platforms',
    routes: [
      ['frameworks/cloudflare', 'Cloudflare'],
      ['frameworks/vercel', 'Vercel'],
      ['frameworks/netlify', 'Netlify'],
      ['frameworks/bun', 'Bun'],
      ['frameworks/aws-lambda', 'AWS Lambda'],
      ['frameworks/google-cloud-functions', 'Google Cloud Functions'],
      ['frameworks/azure-functions', 'Azure Functions'],
      ['frameworks/fly', 'Fly'],
    ],
  },
  {
    text: 'Test it',
    routes: [
      ['packages/testing', 'Testing kit'],
      ['packages/cli', 'Command line'],
      ['packages/explain', 'Why it does not verify'],
    ],
  },
  {
    text: 'Go live',
    routes: [
      ['going-live', 'Before you go live'],
      ['choosing-a-store', 'Choosing a store'],
      ['packages/sqlite', 'SQLite'],
      ['packages/postgres', 'PostgreSQL'],
      ['packages/mysql', 'MySQL and MariaDB'],
      ['packages/redis', 'Redis'],
      ['packages/aws', 'DynamoDB and SQS'],
      ['logging', 'Logging'],
      ['packages/opentelemetry', 'OpenTelemetry'],
      ['packages/client', 'Client and reconciliation'],
      ['operations', 'Operations'],
      ['scale', 'Scale'],
    ],
  },
  {
    text: 'Something is refused',
    routes: [
      ['codes', 'Codes and cures'],
      ['runbook-signatures', 'Signatures fail at 3 a.m.'],
    ],
  },
  {
    text: 'The sandbox',
    routes: [
      ['sandbox/index', 'Five minutes'],
      ['sandbox/reference', 'Commands and options'],
      ['sandbox/hiring', 'From candidate to tenant'],
      ['sandbox/states', 'States'],
      ['sandbox/seeded-world', 'The seeded world'],
      ['sandbox/limits', 'Bounds'],
      ['sandbox/deploy', 'Container, systemd, proxy'],
      ['sandbox/staging', 'Staging for a team'],
      'sandbox/*',
    ],
  },
  { text: 'REST API', routes: [['rest/index', 'Overview'], 'rest/*'], collapsed: true },
  { text: 'API reference', routes: [['api/index', 'All packages'], 'api/*'], collapsed: true },
  { text: 'Examples', routes: ['examples/*'], collapsed: true },
  {
    text: 'Look up',
    routes: [
      ['all-pages', 'All pages'],
      'glossary',
      'versioning',
      'crash-proof',
      'bench',
      'changelog',
    ],
    collapsed: true,
  },
  {
    text: 'The project',
    routes: ['contributing', 'releasing', 'security', 'mutation'],
    collapsed: true,
  },
  {
    text: 'Decisions',
    routes: [['decisions/index', 'All decisions'], 'decisions/*'],
    collapsed: true,
  },
];

/** A line of the menu. */
interface MenuItem {
  readonly text: string;
  readonly page: Page;
}

/** A group of the menu with its pages. */
export interface MenuGroup {
  readonly text: string;
  readonly collapsed: boolean | undefined;
  readonly items: readonly MenuItem[];
}

/**
 * Puts the pages of the site in the order of the menu.
 *
 * @throws Error for a page that is not in the menu, and for an item without a page.
 */
export function menuOf(pages: readonly Page[]): readonly MenuGroup[] {
  const left = new Map(pages.map((page) => [page.route, page]));
  left.delete('index');
  const take = (route: string): Page => {
    const page = left.get(route);
    if (!page) throw new Error(`docs/site/src/menu.ts names ${route}, which is no page.`);
    left.delete(route);
    return page;
  };
  const menu = groups.map(({ text, routes, collapsed }) => {
    const items = routes.flatMap((route): MenuItem[] => {
      if (typeof route !== 'string') return [{ page: take(route[0]), text: route[1] }];
      const found = route.endsWith('/*')
        ? [...left.keys()].filter((one) => one.startsWith(route.slice(0, -1)))
        : [route];
      return found.map(take).map((page) => ({ page, text: shortTitle(page) }));
    });
    return { text, collapsed, items };
  });
  const [missing] = left.keys();
  if (missing !== undefined) throw new Error(`docs/site/src/menu.ts has no place for ${missing}.`);
  return menu;
}

function shortTitle({ title }: Page): string {
  return title.replace('@screening-webhooks/', '');
}
