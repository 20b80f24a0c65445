/** A value that replaces that of a path in the event. */
export interface Override {
  readonly path: string;
  /** JSON, or else text. */
  readonly value: string;
}

/** What the fields of the form hold. Empty: not set. */
export interface TriggerDraft {
  readonly via: 'direct' | 'api';
  readonly type: string;
  readonly count: string;
  readonly integrationId: string;
  readonly endpointId: string;
  readonly externalId: string;
  readonly set: readonly Override[];
  /** JSON. */
  readonly data: string;
  /** JSON. */
  readonly metadata: string;
  readonly fault: string;
}

/** What the parts of the form work with. */
export interface TriggerFields {
  readonly draft: TriggerDraft;
  readonly set: (change: Partial<TriggerDraft>) => void;
  /** Why the service has refused a field. */
  readonly errorOf: (param: string) => string | undefined;
}

export const newTrigger: TriggerDraft = {
  via: 'direct',
  type: '',
  count: '1',
  integrationId: '',
  endpointId: '',
  externalId: '',
  set: [],
  data: '',
  metadata: '',
  fault: '',
};

/** The request of the form. @throws SyntaxError for JSON that is none. */
export function triggerOf(draft: TriggerDraft): object {
  const { via, type, count, integrationId, endpointId, externalId, set, fault } = draft;
  const shared = filled({
    via,
    type,
    count: count === '' ? undefined : Number(count),
    integrationId,
  });
  if (via === 'api') {
    return { ...shared, ...filled({ externalId, metadata: jsonOf(draft.metadata) }) };
  }
  const overrides = set.filter(({ path }) => path.trim() !== '');
  return {
    ...shared,
    ...filled({ endpointId, fault, data: jsonOf(draft.data) }),
    set: Object.fromEntries(overrides.map(({ path, value }) => [path.trim(), jsonOrText(value)])),
  };
}

/** Whether a text is JSON, or there is none. */
export function isJson(text: string): boolean {
  try {
    jsonOf(text);
    return true;
  } catch {
    return false;
  }
}

function jsonOf(text: string): unknown {
  return text.trim() === '' ? undefined : JSON.parse(text);
}

// As the command line takes it: --set data.verified=false, --set data.state=NY.
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function filled(values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  );
}
