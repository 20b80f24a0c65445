/** The members of an event, and of its `data`. */
interface EventParts {
  readonly event: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Changes a body, which must be a JSON object. @throws SyntaxError for another body. */
export function changeEvent(
  change: (parts: EventParts) => Readonly<Record<string, unknown>>,
): (body: string) => string {
  return (body) => {
    const event = parseObject(body);
    const { data } = event;
    return JSON.stringify(change({ event, data: isObject(data) ? data : {} }));
  };
}

/** Changes members of `data` only. */
export function changeData(
  change: (data: EventParts['data']) => Readonly<Record<string, unknown>>,
): (body: string) => string {
  return changeEvent(({ event, data }) => ({ ...event, data: { ...data, ...change(data) } }));
}

function parseObject(body: string): Readonly<Record<string, unknown>> {
  const event: unknown = JSON.parse(body);
  if (isObject(event)) return event;
  throw new SyntaxError('The body of the event is not a JSON object.');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
