import {
  Command,
  InvalidArgumentError,
  positiveInteger,
  UsageError,
} from 'screening-webhooks-terminal';
import { z } from 'zod';
import { faultKinds } from '../../service/faults/kinds.js';
import { type CommandKit, faultKind, notNegative } from '../command-kit.js';
import { jsonLine, shown, table } from '../output/print.js';
import type { ServiceOptions } from '../running-service/connect.js';

const Fields = z.record(z.string(), z.unknown());
const Fault = z.object({
  id: z.string(),
  kind: z.string(),
  match: Fields,
  timesLeft: z.int().nullable(),
  probability: z.number(),
  params: Fields,
  createdAt: z.string(),
});
const Faults = z.object({ data: z.array(Fault) });
const Removed = z.object({ removed: z.int() });

const PATH = '/_sandbox/faults';

interface AddOptions extends ServiceOptions {
  readonly endpoint?: string;
  readonly type?: string;
  readonly externalId?: string;
  readonly attempt?: number;
  readonly operation?: string;
  readonly nth?: number;
  readonly times: number | 'always';
  readonly probability: number;
  readonly seconds?: number;
  readonly count?: number;
}

/** `fault`: injects faults into deliveries and API responses. */
export function faultCommand({ command, connect, group, terminal }: CommandKit) {
  const add = command(
    'add',
    'Sets a fault, which happens once unless --times says otherwise.',
    'fault add bad_signature --type document_verification.completed',
    'fault add duplicate_concurrent --count 5 --external-id clinician-1',
    'fault add delay --seconds 120 --times always',
    'fault add http_500 --operation listDocumentVerifications --probability 0.5',
  )
    .argument('<kind>', 'see screening-sandbox fault kinds', faultKind)
    .option('--endpoint <id>', 'only deliveries to this endpoint')
    .option('--type <event-type>', 'only deliveries of this type of event')
    .option('--external-id <id>', 'only events with this data.externalId')
    .option('--attempt <n>', 'only this attempt of a delivery, from 1', positiveInteger)
    .option('--operation <id>', 'only this operation, for faults of the API')
    .option('--nth <n>', 'only the nth that matches otherwise', positiveInteger)
    .option('--times <n>', 'how often it happens; always is without end', times, 1)
    .option('--probability <p>', 'from 0 to 1', notNegative, 1)
    .option('--seconds <n>', 'of delay, latency and rate_limit', notNegative)
    .option('--count <n>', 'of requests, for duplicate, burst and reorder', positiveInteger)
    .action(async (kind: string, options: AddOptions) => {
      const { control, print } = connect(options);
      const { endpoint, type, externalId, attempt, operation, nth, seconds, count } = options;
      const match = { externalId, attempt, nth, endpointId: endpoint, eventType: type };
      const fault = await control(Fault, 'POST', PATH, {
        kind,
        match: { ...match, operationId: operation },
        times: options.times === 'always' ? null : options.times,
        probability: options.probability,
        params: { seconds, count },
      });
      print(fault, `${fault.id}: ${howOften(fault)}\n`);
    });
  const list = command('list', 'Lists the faults that are set.', 'fault list').action(
    async (options: ServiceOptions) => {
      const { control, printList } = connect(options);
      const { data } = await control(Faults, 'GET', PATH);
      printList(
        data,
        ({ id, kind, timesLeft, match, params }) => ({
          fault: id,
          kind,
          left: timesLeft === null ? 'always' : String(timesLeft),
          matches: pairs(match),
          parameters: pairs(params),
        }),
        'No fault is set.',
      );
    },
  );
  const remove = command('remove', 'Removes a fault, or all.', 'fault remove --all')
    .argument('[fault]', 'flt_…')
    .option('--all', 'remove every fault')
    .action(async (id: string | undefined, options: ServiceOptions & { readonly all?: true }) => {
      const { control, print } = connect(options);
      if ((id === undefined) === (options.all === undefined)) {
        throw new UsageError('give either the id of a fault or --all.');
      }
      if (id === undefined) {
        const answer = await control(Removed, 'DELETE', PATH);
        return print(answer, `Removed ${answer.removed}.\n`);
      }
      const fault = await control(Fault, 'DELETE', `${PATH}/${encodeURIComponent(id)}`);
      return print(fault, `Removed ${fault.id}.\n`);
    });
  const kinds = new Command('kinds')
    .description('Lists the kinds of fault. No service needs to run.')
    .option('--json', 'print JSON')
    .action(({ json }: ServiceOptions) => {
      const rows = faultKinds.map(({ kind, summary }) => ({ kind, 'what it does': summary }));
      terminal.out(json ? faultKinds.map(jsonLine).join('') : table(rows, 'There are none.'));
    });
  return group('fault', 'have something go wrong', [add, list, remove, kinds]);
}

function times(text: string): number | 'always' {
  if (text === 'always') return text;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number above 0, or always.');
}

function howOften({ kind, timesLeft, probability, match }: z.output<typeof Fault>): string {
  const often = timesLeft === null ? 'always' : timesLeft === 1 ? 'once' : `${timesLeft} times`;
  const maybe = probability < 1 ? `, with a probability of ${probability}` : '';
  const matches = pairs(match);
  return `${kind}, ${often}${maybe}${matches === '-' ? '' : `, for ${matches}`}.`;
}

function pairs(fields: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return '-';
  return entries.map(([name, value]) => `${name}=${shown(value, 80)}`).join(' ');
}
