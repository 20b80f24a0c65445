import type { ReactNode } from 'react';
import { formatDuration } from '../clock/local-time.js';
import { Countdown, CountdownAndTime, Time } from '../clock/time.js';
import type { Column } from '../ui/data-table.js';
import { Money } from '../ui/money.js';
import { Status } from '../ui/status.js';
import { Text } from '../ui/text.js';
import { labelOf, shownValue } from '../words/fields.js';
import { wordsOf } from '../words/words-of.js';
import { bodyOf } from './form/body.js';
import { IdLink, IntegrationLink, NameLink } from './references.js';

type Show = (text: string, object: Readonly<Record<string, unknown>>, inRow: boolean) => ReactNode;

const status: Show = (text) => <Status value={text} />;
const mono: Show = (text) => <Text mono>{text}</Text>;
const words: Show = wordsOf;
const duration: Show = (seconds) => formatDuration(Number(seconds) * 1000);
const money: Show = (cents, { currency }) => (
  <Money cents={Number(cents)} currency={String(currency)} />
);
const name =
  (kind: Parameters<typeof NameLink>[0]['kind']): Show =>
  (id) => <NameLink kind={kind} id={id} />;

const shows: Readonly<Record<string, Show>> = {
  adjudication: status,
  adverseActionId: (id) => <IdLink to="/adverse-actions/$id" id={id} />,
  archived: (text) => <Status value={text === 'true' ? 'archived' : 'available'} />,
  availability: status,
  candidateId: name('candidate'),
  category: words,
  checkTypeSlug: name('check'),
  custom: (text) => shownValue('custom', text),
  documentConfigSlug: name('document'),
  expiresAt: (at, _object, inRow) => (inRow ? <Countdown to={at} /> : <CountdownAndTime to={at} />),
  externalId: mono,
  integrationId: (id) => <IntegrationLink id={id} />,
  listPriceCents: money,
  operationId: mono,
  packageId: name('package'),
  priceCents: money,
  priceSource: status,
  redirectUrl: mono,
  result: status,
  roleId: name('role'),
  scope: words,
  sessionId: (id) => <IdLink to="/sessions/$id" id={id} />,
  slug: mono,
  stage: status,
  status,
  typicalDurationSeconds: duration,
  turnaroundSeconds: duration,
};

const numbers: ReadonlySet<string> = new Set([
  'listPriceCents',
  'priceCents',
  'rowCount',
  'typicalDurationSeconds',
]);

/** Renders a property of an API object. `undefined` if it has no value. */
function shown(object: object, property: string, inRow: boolean): ReactNode {
  const known = bodyOf(object);
  const value = known[property];
  if (value === null || value === undefined || value === '') return undefined;
  const text = String(value);
  const show = shows[property];
  if (show) return show(text, known, inRow);
  if (property.endsWith('At')) return <Time value={text} />;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return <Text>{text}</Text>;
}

export function factsOf<Of extends object>(
  object: Of,
  ...properties: readonly (keyof Of & string)[]
): Readonly<Record<string, ReactNode>> {
  return Object.fromEntries(
    properties.map((property) => [labelOf(property), shown(object, property, false)]),
  );
}

/** The column of a property. @param from The minimum width of the table that shows it. Default: always shown. */
export function column<Property extends string>(
  property: Property,
  from?: Column<unknown>['from'],
): Column<Readonly<Record<Property, unknown>>> {
  return {
    title: labelOf(property),
    cell: (row) => shown(row, property, true) ?? '–',
    ...(from && { from }),
    ...(numbers.has(property) && { right: true }),
  };
}
