import { adverseActionStates } from '../../../packages/sandbox/src/service/capabilities/adverse-actions/states.js';
import { importStates } from '../../../packages/sandbox/src/service/capabilities/bulk-import/states.js';
import { candidateStates } from '../../../packages/sandbox/src/service/capabilities/candidates/states.js';
import { integrationStates } from '../../../packages/sandbox/src/service/capabilities/integrations/states.js';
import { invitationStates } from '../../../packages/sandbox/src/service/capabilities/invitations/states.js';
import { keyStates } from '../../../packages/sandbox/src/service/capabilities/keys/states.js';
import { packageStates } from '../../../packages/sandbox/src/service/capabilities/packages/states.js';
import { adjudicationStates } from '../../../packages/sandbox/src/service/capabilities/reports/adjudication-states.js';
import {
  checkStates,
  reportStates,
} from '../../../packages/sandbox/src/service/capabilities/reports/states.js';
import { roleStates } from '../../../packages/sandbox/src/service/capabilities/roles/states.js';
import { tenantStates } from '../../../packages/sandbox/src/service/capabilities/tenants/states.js';
import { verificationStates } from '../../../packages/sandbox/src/service/capabilities/verifications/states.js';
import { deliveryStates } from '../../../packages/sandbox/src/service/capabilities/webhooks/delivery-states.js';
import { endpointStates } from '../../../packages/sandbox/src/service/capabilities/webhooks/endpoints/states.js';

interface Transition {
  readonly from: readonly string[];
  readonly to?: string;
  readonly by: 'caller' | 'candidate' | 'service';
  readonly guard?: string;
  readonly effects: readonly string[];
}

interface Machine {
  readonly title: string;
  /** The states in which an object can be created. */
  readonly first: readonly string[];
  readonly table: Readonly<Record<string, Transition>>;
}

const machines: readonly Machine[] = [
  { title: 'Candidate', first: ['new'], table: candidateStates.actions },
  { title: 'Invitation', first: ['pending'], table: invitationStates.actions },
  { title: 'Report', first: ['pending'], table: reportStates.actions },
  { title: 'Check of a report', first: ['pending'], table: checkStates.actions },
  { title: 'Adjudication of a report', first: ['none'], table: adjudicationStates.actions },
  { title: 'Adverse action', first: ['pre-notice'], table: adverseActionStates.actions },
  { title: 'Package', first: ['active'], table: packageStates.actions },
  { title: 'Role', first: ['active'], table: roleStates.actions },
  { title: 'Bulk import', first: ['validating'], table: importStates.actions },
  { title: 'Tenant', first: ['active'], table: tenantStates.actions },
  {
    title: 'Document verification',
    first: ['PENDING', 'PROCESSING'],
    table: verificationStates.actions,
  },
  { title: 'Webhook endpoint', first: ['active'], table: endpointStates.actions },
  { title: 'Webhook delivery', first: ['scheduled', 'held'], table: deliveryStates.actions },
  { title: 'Integration', first: ['active'], table: integrationStates.actions },
  { title: 'API key', first: ['active'], table: keyStates.actions },
];

/** The page `docs/sandbox/states.md`: a diagram and a table for each resource with a state. */
export function statesPage(): string {
  return `${[
    '# States',
    'What may happen to each resource of the [sandbox](../sandbox.md), and what follows. Everything else is refused with 409\n`state_conflict` and `currentStatus`. A test makes this page from the tables that the service runs by.',
    ...machines.flatMap(({ title, first, table }) => [
      `## ${title}`,
      ['```mermaid', ...diagram(first, table), '```'].join('\n'),
      rows(table).join('\n'),
    ]),
  ].join('\n\n')}\n`;
}

function diagram(first: readonly string[], table: Machine['table']): readonly string[] {
  const arrows = new Map<string, string[]>();
  for (const [action, { from, to }] of Object.entries(table)) {
    for (const state of from) {
      const arrow = `${id(state)} --> ${id(to ?? state)}`;
      arrows.set(arrow, [...(arrows.get(arrow) ?? []), action]);
    }
  }
  const states = new Set(
    Object.values(table).flatMap(({ from, to }) => [...from, ...(to === undefined ? [] : [to])]),
  );
  return [
    'stateDiagram-v2',
    ...[...states]
      .filter((state) => state !== id(state))
      .map((state) => `  state "${state}" as ${id(state)}`),
    ...first.map((state) => `  [*] --> ${id(state)}`),
    ...[...arrows].map(([arrow, actions]) => `  ${arrow}: ${actions.join(', ')}`),
  ];
}

// An id may have no hyphen, which Mermaid takes for an arrow.
function id(state: string): string {
  return state.replaceAll(/\W+/g, '_');
}

function rows(table: Machine['table']): readonly string[] {
  return [
    '| action | from | to | by | if | then |',
    '|---|---|---|---|---|---|',
    ...Object.entries(table).map(
      ([action, { from, to, by, guard = '', effects }]) =>
        `| \`${action}\` | ${from.join(', ')} | ${to ?? 'as before'} | ${by} | ${guard} | ${effects.join('; ')} |`,
    ),
  ];
}
