import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { persistently } from './session/persistently.js';
import { Shell } from './shell/shell.js';
import { Empty } from './ui/empty.js';
import { ErrorNote } from './ui/error-note.js';
import { LinkButton } from './ui/link-button.js';
import { Page } from './ui/page.js';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => (
    <Page title="Not found">
      <Empty title="There is no page at this address.">
        <LinkButton to="/" look="primary" label="Back to Home" />
      </Empty>
    </Page>
  ),
});

const page = <Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(persistently(load), name),
  });

// biome-ignore format: a line for each.
const routeTree = root.addChildren([
  page('/', () => import('./pages/home/home-page.js'), 'HomePage'),
  page('/endpoints', () => import('./pages/endpoints/endpoints-page.js'), 'EndpointsPage'),
  page('/endpoints/$id', () => import('./pages/endpoints/endpoint-page.js'), 'EndpointPage'),
  page('/deliveries', () => import('./pages/deliveries/deliveries-page.js'), 'DeliveriesPage'),
  page('/deliveries/$id', () => import('./pages/deliveries/delivery-page.js'), 'DeliveryPage'),
  page('/events', () => import('./pages/events/events-page.js'), 'EventsPage'),
  page('/events/$id', () => import('./pages/events/event-page.js'), 'EventPage'),
  page('/catalogue', () => import('./pages/catalogue/catalogue-page.js'), 'CataloguePage'),
  page('/verifications', () => import('./pages/verifications/verifications-page.js'), 'VerificationsPage'),
  page('/verifications/$id', () => import('./pages/verifications/verification-page.js'), 'VerificationPage'),
  page('/trigger', () => import('./pages/trigger/trigger-page.js'), 'TriggerPage'),
  page('/faults', () => import('./pages/faults/faults-page.js'), 'FaultsPage'),
  page('/keys', () => import('./pages/keys/keys-page.js'), 'KeysPage'),
  page('/keys/$id', () => import('./pages/keys/key-page.js'), 'KeyPage'),
  page('/candidates', () => import('./pages/candidates/candidates-page.js'), 'CandidatesPage'),
  page('/candidates/$id', () => import('./pages/candidates/candidate-page.js'), 'CandidatePage'),
  page('/invitations', () => import('./pages/invitations/invitations-page.js'), 'InvitationsPage'),
  page('/invitations/$id', () => import('./pages/invitations/invitation-page.js'), 'InvitationPage'),
  page('/reports', () => import('./pages/reports/reports-page.js'), 'ReportsPage'),
  page('/reports/$id', () => import('./pages/reports/report-page.js'), 'ReportPage'),
  page('/adverse-actions', () => import('./pages/adverse-actions/adverse-actions-page.js'), 'AdverseActionsPage'),
  page('/adverse-actions/$id', () => import('./pages/adverse-actions/adverse-action-page.js'), 'AdverseActionPage'),
  page('/packages', () => import('./pages/packages/packages-page.js'), 'PackagesPage'),
  page('/packages/$id', () => import('./pages/packages/package-page.js'), 'PackagePage'),
  page('/roles', () => import('./pages/roles/roles-page.js'), 'RolesPage'),
  page('/roles/$id', () => import('./pages/roles/role-page.js'), 'RolePage'),
  page('/imports', () => import('./pages/imports/imports-page.js'), 'ImportsPage'),
  page('/imports/$id', () => import('./pages/imports/import-page.js'), 'ImportPage'),
  page('/integrations', () => import('./pages/integrations/integrations-page.js'), 'IntegrationsPage'),
  page('/integrations/$id', () => import('./pages/integrations/integration-page.js'), 'IntegrationPage'),
  page('/settings', () => import('./pages/settings/settings-page.js'), 'SettingsPage'),
  page('/tenants', () => import('./pages/tenants/tenants-page.js'), 'TenantsPage'),
  page('/tenants/$id', () => import('./pages/tenants/tenant-page.js'), 'TenantPage'),
  page('/outbox', () => import('./pages/outbox/outbox-page.js'), 'OutboxPage'),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  // The filters of a list are plain text in the address.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search).toString();
    return text === '' ? '' : `?${text}`;
  },
  defaultErrorComponent: ({ error }) => (
    <Page title="This page has failed">
      <ErrorNote error={error} />
    </Page>
  ),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
