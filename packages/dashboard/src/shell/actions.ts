import { controls } from '../api/controls.js';
import { useChange } from '../api/use-change.js';
import { useFrozen } from '../clock/use-clock.js';
import type { Target } from '../resource/objects.js';
import { session } from '../session/session.js';
import { notify } from '../ui/toast.js';
import { isDark, switchTheme } from './theme.js';

/** An entry of the palette: a page or an action. */
export interface Place {
  readonly title: string;
  readonly kind: string;
  readonly does: Target | (() => void);
}

/** Dialogs that create something: the page with the button, and the name by which the URL opens the dialog. */
const dialogs: readonly (readonly [title: string, to: string, open: string])[] = [
  ['Add an endpoint', '/endpoints', 'createWebhookEndpoint'],
  ['Create a key', '/keys', 'createApiKey'],
  ['Verify a document', '/verifications', 'createDocumentVerification'],
  ['Create a verification session', '/sessions', 'createVerificationSession'],
  ['Create a document configuration', '/documents', 'createDocumentConfig'],
  ['Create a candidate', '/candidates', 'createCandidate'],
  ['Invite a candidate', '/invitations', 'createInvitation'],
  ['Order a report', '/reports', 'createReport'],
  ['Create a package', '/packages', 'createPackage'],
  ['Create a role', '/roles', 'createRole'],
  ['Upload a roster', '/imports', 'createBulkImport'],
  ['Save a snapshot', '/snapshots', 'saveSnapshot'],
  ['Create an integration', '/integrations', 'createIntegration'],
];
const ofPartner = ['Provision a tenant', '/tenants', 'provisionTenant'] as const;

const kind = 'Action';
const openers = [...dialogs, ...(session.partner ? [ofPartner] : [])].map(
  ([title, to, open]): Place => ({ title, kind, does: { to, search: { open } } }),
);

export function useActions(): readonly Place[] {
  const frozen = useFrozen();
  const clock = useChange((key) =>
    // The palette closes before the answer, so only this shows a refusal.
    controls
      .moveClock(key, { mode: frozen ? 'real' : 'frozen' })
      .catch((error: Error) => notify(error.message)),
  );
  return [
    ...openers,
    {
      title: frozen ? 'Run the clock' : 'Freeze the clock',
      kind,
      does: () => clock.mutate(undefined),
    },
    { title: isDark() ? 'Light theme' : 'Dark theme', kind, does: switchTheme },
  ];
}
