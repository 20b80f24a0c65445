import type { Request } from 'playwright-core';
import { operationTable } from '../../src/api/generated/operations.js';

// The paths that the service has in addition to the API of the specification. The list is closed.
const CONTROLS =
  /^\/_sandbox\/(clock|faults|trigger|sources|verifications\/[^/]+\/decide|deliveries\/[^/]+\/deliver-now|snapshots|reset|outbox|sinks)(\/|$)/;
// Pages and their files, which the browser requests, not a script.
const DOCUMENTS = new Set([
  'document',
  'script',
  'stylesheet',
  'image',
  'font',
  'manifest',
  'other',
]);

const operations = Object.values(operationTable).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Whether a page of the dashboard may send a request: only to its own origin, and from scripts only to the API or a control. */
export function isKnownRequest(origin: string, request: Request): boolean {
  const url = new URL(request.url());
  if (url.origin !== new URL(origin).origin) return false;
  if (DOCUMENTS.has(request.resourceType())) return true;
  // A page reads its own document again to learn its session. Without a session, that leads to the login.
  if (url.pathname === '/' || url.pathname === '/login') return request.method() === 'GET';
  if (CONTROLS.test(url.pathname) || url.pathname === '/v1/openapi.json') return true;
  return operations.some(
    ({ method, pattern }) => method === request.method() && pattern.test(url.pathname),
  );
}
