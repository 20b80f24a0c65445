import { passing } from 'screening-webhooks-test-support/until';
import type { ReceiverProbe } from '../receivers/probe.js';
import type { FlawName } from './flaws.js';

/** A verified event. */
export interface MutantEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly created: unknown;
  /** How many keys the envelope has. */
  readonly keys: number;
}

/** The half of a receiver that follows the signature. */
export interface Handling {
  /** Handles an event once, and returns the status of the answer. */
  readonly handle: (event: MutantEvent, body: Buffer) => Promise<number>;
  readonly work: (id: string) => Promise<void>;
  readonly knows: (id: string) => boolean;
  /** Counts an event as handled. */
  readonly remember: (id: string) => void;
  /** Knows an event no longer, as if it had neither begun nor ended. */
  readonly forget: (id: string) => void;
}

const LOAD = 20;
const PATIENCE_MS = 10_000;
const TURNS = 100;
const handlers = { 'document_verification.completed': () => {} };

/** Creates it, correct apart from one flaw: a duplicate of a running event gets 409, one of a handled event 200. */
export function createHandling(flaw: FlawName | undefined, probe: ReceiverProbe): Handling {
  const handled = new Set<string>();
  const running = new Set<string>();
  const refused = new Set<string>();
  const failures = new Map<string, number>();
  let current = '';
  let open = 0;

  const remember = (name: string): void => {
    handled.add(name);
    const [oldest] = handled;
    if (flaw === 'remembers-twenty-ids' && handled.size > 20) handled.delete(oldest ?? '');
  };

  const key = ({ id, type, created, data }: MutantEvent, body: Buffer): string => {
    switch (flaw) {
      case 'dedupe-by-body':
        return body.toString();
      case 'dedupe-by-parsed-body':
        return JSON.stringify(JSON.parse(body.toString('utf8').replace(/^\ufeff/, '')));
      case 'dedupe-by-created':
        return `${type} ${created}`;
      case 'trims-ids':
        return id.trim();
      case 'normalises-ids':
        return id.normalize('NFC');
      case 'ids-without-accents':
        return id.normalize('NFD').replaceAll(/\p{M}/gu, '');
      case 'dedupe-by-verification':
        return String(data['verificationId']);
      case 'dedupe-by-data':
        return JSON.stringify(data);
      case 'short-ids':
        return id.slice(0, 20);
      case 'ids-of-64-characters':
        return id.slice(0, 64);
      case 'ids-in-lower-case':
        return id.toLowerCase();
      default:
        return id;
    }
  };

  const once = async (name: string, work: () => Promise<void>): Promise<number> => {
    if (flaw !== 'no-dedupe') {
      if (handled.has(name)) return flaw === 'refuses-duplicates' ? 409 : 200;
      if (running.has(name) && flaw !== 'id-after-work') {
        return flaw === 'acks-running-duplicates' ? 200 : 409;
      }
    }
    running.add(name);
    if (flaw === 'id-before-work') remember(name);
    try {
      await work();
      if (flaw === 'second-effect' && failures.has(name)) await work();
      remember(name);
      return 200;
    } catch {
      const count = (failures.get(name) ?? 0) + 1;
      failures.set(name, count);
      if (flaw === 'forgets-ids-at-a-failure') handled.clear();
      if (flaw === 'acks-the-second-failure' && count === 2) return 200;
      if (flaw === 'acks-the-fourth-failure' && count === 4) return 200;
      if (flaw === 'acks-failures') return 200;
      return flaw === 'failure-is-410' ? 410 : 500;
    } finally {
      running.delete(name);
    }
  };

  return {
    work: probe.work,
    knows: (id) => handled.has(id),
    remember,
    forget(id) {
      handled.delete(id);
      running.delete(id);
    },
    async handle(event, body) {
      const refusal = refusalOf(flaw, event);
      if (refusal !== undefined) return refusal;
      if (flaw === 'never-handles') return 200;
      if (refused.has(event.id)) return 500;
      if (await isUnderLoad()) {
        if (flaw === 'drops-under-load') return 200;
        refused.add(event.id);
        return 500;
      }
      if (drops(flaw, event, body)) return 200;
      const answer = once(key(event, body), async () => {
        current = event.id;
        if (flaw === 'shared-variable') await turns();
        await probe.work(flaw === 'shared-variable' ? current : event.id);
      });
      if (flaw === 'acks-first') return 200;
      if (flaw === 'acks-when-it-takes-long') return Promise.race([answer, ackLater()]);
      return answer;
    },
  };

  /** Whether too many deliveries are open, once all deliveries of a burst have arrived. */
  async function isUnderLoad(): Promise<boolean> {
    if (flaw !== 'drops-under-load' && flaw !== 'fails-under-load') return false;
    open += 1;
    await turns();
    const many = open > LOAD;
    open -= 1;
    return many;
  }
}

/** Long enough for all requests of a burst to meet. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function ackLater(): Promise<number> {
  await passing(PATIENCE_MS);
  return 200;
}

/** Whether an event is acked without the work. */
function drops(flaw: FlawName | undefined, { keys }: MutantEvent, body: Buffer): boolean {
  switch (flaw) {
    case 'drops-large-events':
      return body.length > 65_536;
    case 'drops-text-outside-ascii':
      return body.some((byte) => byte > 127);
    case 'drops-related':
      return keys > 4;
    default:
      return false;
  }
}

/** The status that refuses an event, with a flaw that refuses some. */
function refusalOf(
  flaw: FlawName | undefined,
  { type, data, keys }: MutantEvent,
): number | undefined {
  const known =
    Object.hasOwn(handlers, type) || /^(document_verification|report|candidate)\./.test(type);
  switch (flaw) {
    case 'recorded-only':
      return type === 'document_verification.recorded' ? undefined : 400;
    case 'known-types-only':
      return known ? undefined : 400;
    case 'prototype-dispatch':
      return type in handlers && !known ? 500 : undefined;
    case 'strict-envelope':
      return keys > 4 ? 400 : undefined;
    case 'needs-form-data':
      return isEmpty(data['formData']) ? 400 : undefined;
    case 'null-is-an-error':
      return data['metadata'] === null ? 400 : undefined;
    default:
      return undefined;
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
