import { ask } from './answer.js';
import type { Send } from './delivery.js';
import { API_KEY } from './demo-settings.js';

/** A GET request to one of the app's own routes, with the API key. */
export function get(path: string): Send {
  return (url) => ask(`${url}${path}`, { headers: { authorization: `Bearer ${API_KEY}` } });
}

/** The same without the API key. */
export function getWithoutKey(path: string): Send {
  return (url) => ask(`${url}${path}`, {});
}

/** A POST request with this exact body, as JSON. */
export function post(path: string, body: string): Send {
  const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
  return (url) => ask(`${url}${path}`, { method: 'POST', headers, body });
}
