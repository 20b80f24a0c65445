import { readFile } from 'node:fs/promises';
import { parseAssignment } from '@screening-webhooks/testing/faults';
import {
  exitCodes,
  InvalidArgumentError,
  Option,
  type Terminal,
  UsageError,
} from 'screening-webhooks-terminal';
import { z } from 'zod';
import { isRecord, parseJson, SandboxError } from '../../handle/call-service.js';
import { type CommandKit, faultKind, positiveInteger } from '../command-kit.js';
import { shown } from '../output/print.js';
import { type End, followDeliveries } from '../running-service/await-deliveries.js';
import { type Connection, readClock, type ServiceOptions } from '../running-service/connect.js';

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
  readonly wait?: true;
}

const MOST = 100;

export function triggerCommand({ command, connect, terminal }: CommandKit) {
  return command(
    'trigger',
    'Makes an event with realistic data and delivers it, or orders a verification that ends with it.',
    'trigger document_verification.completed --external-id clinician-1',
    'trigger document_verification.failed --set data.state=NY --unset data.metadata',
    'trigger document_verification.completed --fault duplicate',
    'trigger document_verification.completed --via api --count 10',
    'trigger document_verification.completed --wait',
    'trigger --file event.json',
  )
    .summary('make an event')
    .argument('[event-type]', 'such as document_verification.completed')
    .option('--set <path=value>', 'change a field: data.formData.licenseNumber=RN123', set, {})
    .option('--unset <path>', 'remove a field: data.metadata.orderId', collect, [])
    .option('--file <event.json>', 'take the type and the data of an event in a file')
    .option('--count <n>', `how many, each with ids of its own, at most ${MOST}`, countOf, 1)
    .option('--fault <kind>', 'what goes wrong with its first attempts; see fault kinds', faultKind)
    .addOption(new Option('--via <way>', 'api orders verifications').choices(['api']))
    .option('--endpoint <id>', 'deliver to this endpoint only')
    .option('--integration <id>', 'whose event it is (default: the demo integration)')
    .option('--external-id <id>', 'its data.externalId')
    .option('--wait', 'wait until all its deliveries have ended; exit with 1 unless all succeeded')
    .addHelpText(
      'after',
      '\nOn a terminal it waits up to 3 seconds for the first attempt, and says how that\nended.',
    )
    .action(async (given: string | undefined, options: TriggerOptions) => {
      const connection = connect(options);
      const { control, defaultIntegration, printDue, print } = connection;
      const event = options.file === undefined ? undefined : await readEvent(options.file);
      const type = given ?? event?.type;
      if (type === undefined) throw new UsageError('give an event type, or --file.');
      const owned = options.integration !== undefined || options.endpoint !== undefined;
      const body = {
        type,
        count: options.count,
        integrationId: owned ? options.integration : await defaultIntegration(),
        ...(options.via === 'api' ? orderBody(options) : directBody(options, event?.data)),
      };
      const until = await chooseWait(options, connection, terminal);
      // To show the first attempt is a courtesy. A failure of that changes nothing.
      const tellWhy = (error: unknown): undefined => {
        const isExpected = error instanceof UsageError || error instanceof SandboxError;
        if (until === 'end' || !isExpected) throw error;
        terminal.err(`Its attempts are not shown: ${shown(error.message)}\n`);
      };
      const json = options.json === true;
      const waiting = { connection, terminal, json, fault: options.fault };
      const following = until && (await followDeliveries({ ...waiting, until }).catch(tellWhy));
      try {
        const made = await control(z.union([Events, Orders]), 'POST', '/_sandbox/trigger', body);
        const isDue =
          'verificationIds' in made || made.events.some((each) => each.deliveryIds.length > 0);
        await (isDue ? printDue : print)(made, describe(made));
        const ends = await following?.wait(made).catch(tellWhy);
        if (ends?.length === 0 || (!isDue && !json && terminal.isRead)) terminal.err(NO_ENDPOINT);
        if (until === 'end') conclude(ends ?? [], terminal);
      } finally {
        following?.close();
      }
    });
}

/** Chooses how long a trigger waits: with `--wait` for the end of each delivery, on a terminal for its first attempt. */
async function chooseWait(
  { wait, json }: TriggerOptions,
  { control }: Connection,
  { isRead }: Terminal,
): Promise<'end' | 'first attempt' | undefined> {
  if (wait) return 'end';
  if (json || !isRead) return undefined;
  // On a frozen clock, no attempt is made by itself.
  return (await readClock(control)).mode === 'frozen' ? undefined : 'first attempt';
}

const NO_ENDPOINT =
  'Nothing is delivered. To deliver to your app: screening-sandbox listen --forward-to http://localhost:3000/webhooks/screening\n';

function conclude(ends: readonly End[], { signal, err, exitWith }: Terminal): void {
  const succeeded = ends.filter((end) => end === 'succeeded').length;
  if (ends.length > 0 && succeeded === ends.length) return;
  if (signal.aborted) {
    exitWith(exitCodes.interrupted);
  } else {
    err(`error: ${succeeded} of ${ends.length} deliveries succeeded.\n`);
    exitWith(exitCodes.failed);
  }
}

function countOf(text: string): number {
  const count = positiveInteger(text);
  if (count <= MOST) return count;
  throw new InvalidArgumentError(`Give at most ${MOST}.`);
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

/** Reads a file in UTF-8, or in UTF-16 with a byte order mark, as PowerShell writes it. */
async function readText(file: string): Promise<string> {
  try {
    const bytes = await readFile(file);
    const mark = bytes.subarray(0, 2).toString('hex');
    const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
    return new TextDecoder(encoding).decode(bytes);
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
