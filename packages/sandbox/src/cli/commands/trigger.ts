import { readFile } from 'node:fs/promises';
import { parseAssignment } from '@screening-webhooks/testing/faults';
import { Option, UsageError } from 'screening-webhooks-terminal';
import { z } from 'zod';
import { isRecord, parseJson } from '../../handle/call-service.js';
import { type CommandKit, faultKind, positiveInteger } from '../command-kit.js';
import type { ServiceOptions } from '../running-service/connect.js';

const Events = z.object({
  events: z.array(z.object({ id: z.string(), deliveryIds: z.array(z.string()) })),
});
const Orders = z.object({ verificationIds: z.array(z.string()) });
type Triggered = z.output<typeof Events> | z.output<typeof Orders>;

interface TriggerOptions extends ServiceOptions {
  readonly set: Readonly<Record<string, unknown>>;
  readonly unset: readonly string[];
  readonly file?: string;
  readonly count: number;
  readonly fault?: string;
  readonly via?: 'api';
  readonly endpoint?: string;
  readonly integration?: string;
  readonly externalId?: string;
}

export function triggerCommand({ command, connect }: CommandKit) {
  return command(
    'trigger',
    'Makes an event with realistic data and delivers it, or orders a verification that ends with it.',
    'trigger document_verification.completed --external-id clinician-1',
    'trigger document_verification.failed --set data.state=NY --unset data.metadata',
    'trigger document_verification.completed --fault duplicate',
    'trigger document_verification.completed --via api --count 10',
    'trigger --file event.json',
  )
    .summary('make an event')
    .argument('[event-type]', 'such as document_verification.completed')
    .option('--set <path=value>', 'change a field: data.formData.licenseNumber=RN123', set, {})
    .option('--unset <path>', 'remove a field: data.metadata.orderId', collect, [])
    .option('--file <event.json>', 'take the type and the data of an event in a file')
    .option('--count <n>', 'how many, each with ids of its own', positiveInteger, 1)
    .option('--fault <kind>', 'what goes wrong with its first attempts; see fault kinds', faultKind)
    .addOption(new Option('--via <way>', 'api orders verifications').choices(['api']))
    .option('--endpoint <id>', 'deliver to this endpoint only')
    .option('--integration <id>', 'whose event it is (default: the demo integration)')
    .option('--external-id <id>', 'its data.externalId')
    .action(async (given: string | undefined, options: TriggerOptions) => {
      const { control, defaultIntegration, printDue, print } = connect(options);
      const event = options.file === undefined ? undefined : await readEvent(options.file);
      const type = given ?? event?.type;
      if (type === undefined) throw new UsageError('give an event type, or --file.');
      const owned = options.integration !== undefined || options.endpoint !== undefined;
      const made = await control(z.union([Events, Orders]), 'POST', '/_sandbox/trigger', {
        type,
        count: options.count,
        integrationId: owned ? options.integration : await defaultIntegration(),
        ...(options.via === 'api' ? orderBody(options) : directBody(options, event?.data)),
      });
      const isDue =
        'verificationIds' in made || made.events.some((each) => each.deliveryIds.length > 0);
      await (isDue ? printDue : print)(made, describe(made));
    });
}

function orderBody({ externalId, ...options }: TriggerOptions) {
  const { set, unset, file, fault, endpoint } = options;
  const edited = Object.keys(set).length + unset.length > 0;
  if (edited || file !== undefined || fault !== undefined || endpoint !== undefined) {
    throw new UsageError(
      '--via api cannot be used with --set, --unset, --file, --fault or --endpoint.',
    );
  }
  return { via: 'api', externalId };
}

function directBody(options: TriggerOptions, data: object | undefined) {
  const { set, unset, fault, endpoint, externalId } = options;
  const id = externalId === undefined ? {} : { 'data.externalId': externalId };
  return { via: 'direct', data, set: { ...id, ...set }, unset, fault, endpointId: endpoint };
}

function describe(made: Triggered): string {
  if ('verificationIds' in made) {
    return made.verificationIds.map((id) => `${id} is ordered\n`).join('');
  }
  const lines = made.events.map(({ id, deliveryIds }) => {
    const deliveries = deliveryIds.length === 0 ? 'no endpoint takes it' : deliveryIds.join(' ');
    return `${id}: ${deliveries}\n`;
  });
  return lines.join('');
}

async function readEvent(file: string): Promise<{ readonly type?: string; readonly data: object }> {
  const event = parseJson(await readText(file));
  if (!isRecord(event) || !isRecord(event['data'])) {
    throw new UsageError(`--file: ${file} does not contain an event: a JSON object with "data".`);
  }
  const { type, data } = event;
  return { data, ...(typeof type === 'string' ? { type } : {}) };
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--file: cannot read ${file}: ${reason}.`);
  }
}

function set(text: string, before: Readonly<Record<string, unknown>>) {
  const assignment = parseAssignment(text);
  if (assignment) return { ...before, [assignment.path]: assignment.value };
  throw new UsageError(
    `--set: "${text}" is not path=value; write it as data.formData.licenseNumber=RN123.`,
  );
}

function collect(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}
