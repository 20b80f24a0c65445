import { ask } from './answer.js';
import type { Send } from './delivery.js';
import { API_KEY } from './setting.js';

/** A request to one of the app's own routes, by a client that has the key. */
export function get(path: string): Send {
  return (url) => ask(`${url}${path}`, { headers: { authorization: `Bearer ${API_KEY}` } });
}

/** The same by a client that has no key. */
export function getWithoutKey(path: string): Send {
  return (url) => ask(`${url}${path}`, {});
}

/** Posts a body, as it is, as JSON. */
export function post(path: string, body: string): Send {
  const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
  return (url) => ask(`${url}${path}`, { method: 'POST', headers, body });
}
