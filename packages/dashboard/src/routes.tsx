import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { lazyPart } from './session/persistently.js';
import { Shell } from './shell/shell.js';
import { Empty } from './ui/card.js';
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
  title: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    staticData: { title, component: name },
    component: lazyPart(load, name),
  });

// biome-ignore format: a line for each.
const routeTree = root.addChildren([
  page('/', 'Home', () => import('./pages/home/home-page.js'), 'HomePage'),
  page('/endpoints', 'Endpoints', () => import('./pages/endpoints/endpoints-page.js'), 'EndpointsPage'),
  page('/endpoints/$id', 'Endpoint', () => import('./pages/endpoints/endpoint-page.js'), 'EndpointPage'),
  page('/deliveries', 'Deliveries', () => import('./pages/deliveries/deliveries-page.js'), 'DeliveriesPage'),
  page('/deliveries/$id', 'Delivery', () => import('./pages/deliveries/delivery-page.js'), 'DeliveryPage'),
  page('/events', 'Events', () => import('./pages/events/events-page.js'), 'EventsPage'),
  page('/events/$id', 'Event', () => import('./pages/events/event-page.js'), 'EventPage'),
  page('/catalogue', 'Event catalogue', () => import('./pages/catalogue/catalogue-page.js'), 'CataloguePage'),
  page('/verifications', 'Verifications', () => import('./pages/verifications/verifications-page.js'), 'VerificationsPage'),
  page('/verifications/$id', 'Verification', () => import('./pages/verifications/verification-page.js'), 'VerificationPage'),
  page('/timeline', 'Timeline', () => import('./pages/timeline/timeline-page.js'), 'TimelinePage'),
  page('/sessions', 'Sessions', () => import('./pages/sessions/sessions-page.js'), 'SessionsPage'),
  page('/sessions/$id', 'Session', () => import('./pages/sessions/session-page.js'), 'SessionPage'),
  page('/documents', 'Documents', () => import('./pages/documents/documents-page.js'), 'DocumentsPage'),
  page('/documents/$id', 'Document', () => import('./pages/documents/document-page.js'), 'DocumentPage'),
  page('/trigger', 'Trigger', () => import('./pages/trigger/trigger-page.js'), 'TriggerPage'),
  page('/faults', 'Faults', () => import('./pages/faults/faults-page.js'), 'FaultsPage'),
  page('/sources', 'Issuing sources', () => import('./pages/sources/sources-page.js'), 'SourcesPage'),
  page('/snapshots', 'Snapshots', () => import('./pages/snapshots/snapshots-page.js'), 'SnapshotsPage'),
  page('/keys', 'API keys', () => import('./pages/keys/keys-page.js'), 'KeysPage'),
  page('/keys/$id', 'API key', () => import('./pages/keys/key-page.js'), 'KeyPage'),
  page('/requests', 'Request log', () => import('./pages/requests/requests-page.js'), 'RequestsPage'),
  page('/requests/$id', 'Request', () => import('./pages/requests/request-page.js'), 'RequestPage'),
  page('/candidates', 'Candidates', () => import('./pages/candidates/candidates-page.js'), 'CandidatesPage'),
  page('/candidates/$id', 'Candidate', () => import('./pages/candidates/candidate-page.js'), 'CandidatePage'),
  page('/invitations', 'Invitations', () => import('./pages/invitations/invitations-page.js'), 'InvitationsPage'),
  page('/invitations/$id', 'Invitation', () => import('./pages/invitations/invitation-page.js'), 'InvitationPage'),
  page('/onboardings', 'Onboardings', () => import('./pages/onboardings/onboardings-page.js'), 'OnboardingsPage'),
  page('/onboardings/$id', 'Onboarding', () => import('./pages/onboardings/onboarding-page.js'), 'OnboardingPage'),
  page('/reports', 'Reports', () => import('./pages/reports/reports-page.js'), 'ReportsPage'),
  page('/reports/$id', 'Report', () => import('./pages/reports/report-page.js'), 'ReportPage'),
  page('/adverse-actions', 'Adverse actions', () => import('./pages/adverse-actions/adverse-actions-page.js'), 'AdverseActionsPage'),
  page('/adverse-actions/$id', 'Adverse action', () => import('./pages/adverse-actions/adverse-action-page.js'), 'AdverseActionPage'),
  page('/packages', 'Packages', () => import('./pages/packages/packages-page.js'), 'PackagesPage'),
  page('/packages/$id', 'Package', () => import('./pages/packages/package-page.js'), 'PackagePage'),
  page('/check-types', 'Check types', () => import('./pages/check-types/check-types-page.js'), 'CheckTypesPage'),
  page('/check-types/$id', 'Check type', () => import('./pages/check-types/check-type-page.js'), 'CheckTypePage'),
  page('/roles', 'Roles', () => import('./pages/roles/roles-page.js'), 'RolesPage'),
  page('/roles/$id', 'Role', () => import('./pages/roles/role-page.js'), 'RolePage'),
  page('/imports', 'Imports', () => import('./pages/imports/imports-page.js'), 'ImportsPage'),
  page('/imports/$id', 'Import', () => import('./pages/imports/import-page.js'), 'ImportPage'),
  page('/integrations', 'Integrations', () => import('./pages/integrations/integrations-page.js'), 'IntegrationsPage'),
  page('/integrations/$id', 'Integration', () => import('./pages/integrations/integration-page.js'), 'IntegrationPage'),
  page('/settings', 'Settings', () => import('./pages/settings/settings-page.js'), 'SettingsPage'),
  page('/tenants', 'Tenants', () => import('./pages/tenants/tenants-page.js'), 'TenantsPage'),
  page('/tenants/$id', 'Tenant', () => import('./pages/tenants/tenant-page.js'), 'TenantPage'),
  page('/outbox', 'Outbox', () => import('./pages/outbox/outbox-page.js'), 'OutboxPage'),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  // The filters of a list are plain text in the URL.
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
  interface StaticDataRouteOption {
    /** The heading of the page until its object is loaded. */
    readonly title?: string;
    /** The name of the component, by which the build finds its file. */
    readonly component?: string;
  }
}
