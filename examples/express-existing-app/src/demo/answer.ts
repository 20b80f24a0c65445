/** An HTTP answer. */
export interface Answer {
  readonly status: number;
  /** The body in a few words: `processed`, `rejected: timestamp_too_old`, `license verified`, `3 clinicians`. */
  readonly says: string;
}

/** An answer, and how long it took. */
export interface TimedAnswer extends Answer {
  readonly ms: number;
}

/** Sends a request and reads the answer to its end. */
export async function ask(url: string, request: RequestInit): Promise<TimedAnswer> {
  const startedAt = performance.now();
  const response = await fetch(url, request);
  const body = await response.text();
  const ms = Math.round(performance.now() - startedAt);
  return { status: response.status, says: inWords(body), ms };
}

function inWords(body: string): string {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return `not JSON: ${body.slice(0, 40)}`;
  }
  if (Array.isArray(json)) return `${json.length} clinicians`;
  const { outcome, code, error, license } = fields(json);
  if (code !== undefined) return `${outcome}: ${code}`;
  return String(outcome ?? error ?? `license ${fields(license)['status']}`);
}

function fields(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null ? { ...json } : {};
}
