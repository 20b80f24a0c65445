import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { queryClient } from './api/query-client.js';
import { router as ofScript } from './routes.js';
import { Shell } from './shell/shell.js';
import { Loading, Page } from './ui/page.js';

/** The paths of all pages, their titles, and the names of their components. */
export const pages = Object.values(ofScript.routesByPath).map(({ fullPath, options }) => {
  const { title, component } = options.staticData ?? {};
  if (title === undefined || component === undefined) throw new Error(`${fullPath} has no title.`);
  return { path: fullPath, title, component };
});

/** The HTML of a page before its script has run: the shell, the heading, and a loading note. */
export async function htmlOf(path: string, title: string): Promise<string> {
  const root = createRootRoute({ component: Shell });
  const page = createRoute({
    getParentRoute: () => root,
    path: '$',
    staticData: { title },
    component: () => (
      <Page busy>
        <Loading />
      </Page>
    ),
  });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    // The router would encode a `$`, and redirect to the encoded path.
    history: createMemoryHistory({ initialEntries: [path.replace('$', '')] }),
  });
  await router.load();
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterProvider<typeof router> router={router} />
    </QueryClientProvider>,
  );
}
