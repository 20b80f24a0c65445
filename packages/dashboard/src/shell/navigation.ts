import { session } from '../session/session.js';

export interface Entry {
  readonly title: string;
  readonly to: string;
  /** The key that opens the page after `g`. */
  readonly key?: string;
}

export interface Group {
  readonly title: string;
  readonly partner?: true;
  readonly entries: readonly Entry[];
}

export const home: Entry = { title: 'Home', to: '/', key: 'h' };

const group = (title: string, entries: readonly Entry[]): Group => ({ title, entries });

const all: readonly Group[] = [
  { title: 'Overview', entries: [home] },
  group('Webhooks', [
    { title: 'Endpoints', to: '/endpoints', key: 'e' },
    { title: 'Deliveries', to: '/deliveries', key: 'd' },
    { title: 'Events', to: '/events', key: 'n' },
    { title: 'Event catalogue', to: '/catalogue', key: 'l' },
    { title: 'API keys', to: '/keys', key: 'k' },
    { title: 'Request log', to: '/requests', key: 'q' },
  ]),
  group('Sandbox only', [
    { title: 'Timeline', to: '/timeline', key: 'w' },
    { title: 'Trigger', to: '/trigger', key: 't' },
    { title: 'Faults', to: '/faults', key: 'f' },
    { title: 'Issuing sources', to: '/sources' },
    { title: 'Snapshots', to: '/snapshots' },
    { title: 'Outbox', to: '/outbox', key: 'b' },
  ]),
  group('Verification', [
    { title: 'Verifications', to: '/verifications', key: 'v' },
    { title: 'Sessions', to: '/sessions' },
    { title: 'Documents', to: '/documents' },
  ]),
  group('Screening', [
    { title: 'Candidates', to: '/candidates', key: 'c' },
    { title: 'Invitations', to: '/invitations', key: 'i' },
    { title: 'Onboardings', to: '/onboardings' },
    { title: 'Imports', to: '/imports', key: 'm' },
    { title: 'Reports', to: '/reports', key: 'r' },
    { title: 'Adverse actions', to: '/adverse-actions', key: 'a' },
  ]),
  group('Catalog', [
    { title: 'Packages', to: '/packages', key: 'p' },
    { title: 'Check types', to: '/check-types' },
    { title: 'Roles', to: '/roles', key: 'o' },
  ]),
  group('Account', [
    { title: 'Integrations', to: '/integrations' },
    { title: 'Settings', to: '/settings', key: 's' },
  ]),
  { title: 'Partner', partner: true, entries: [{ title: 'Tenants', to: '/tenants' }] },
];

export const navigation: readonly Group[] = all.filter(
  ({ partner }) => !partner || session.partner,
);

export const beside: readonly Entry[] = [
  { title: 'Check a delivery', to: '/check' },
  { title: 'API reference', to: '/docs' },
];
