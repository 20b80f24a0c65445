import { expect, it } from 'vitest';
import { checkOwnPage } from '../../../src/service/login/own-pages.js';

const PUBLIC = 'https://screening.staging.example';

function isTaken(url: string, origin: string, publicUrl: string | undefined): boolean {
  try {
    const request = { method: 'POST', url: `${url}/login`, headers: new Headers({ origin }) };
    checkOwnPage(request, publicUrl);
    return true;
  } catch {
    return false;
  }
}

it.each([
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010', undefined],
  ['http://[::1]:4010', 'http://[::1]:4010', undefined],
  // Behind a proxy with TLS.
  ['http://screening.staging.example', PUBLIC, PUBLIC],
  ['http://screening.staging.example', PUBLIC, `${PUBLIC}:443/`],
  // A proxy that sets the host to its own name for the service.
  ['http://127.0.0.1:4010', PUBLIC, PUBLIC],
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010', PUBLIC],
])(
  'a service that is asked at %s takes forms of %s, with the public URL %s',
  (url, origin, open) => {
    expect(isTaken(url, origin, open)).toBe(true);
  },
);

it.each([
  ['http://127.0.0.1:4010', 'http://localhost:4010', undefined],
  ['http://127.0.0.1:4010', 'https://127.0.0.1:4010', undefined],
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4011', undefined],
  ['http://127.0.0.1:4010', 'http://127.0.0.1', undefined],
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010.evil.example', undefined],
  ['http://127.0.0.1:4010', '', undefined],
  // A page over plain HTTP, which anybody between the browser and the proxy may have written.
  ['http://screening.staging.example', 'http://screening.staging.example', PUBLIC],
  ['http://screening.staging.example', `${PUBLIC}:8443`, PUBLIC],
  ['http://screening.staging.example', 'https://staging.example', PUBLIC],
])(
  'a service that is asked at %s refuses forms of %s, with the public URL %s',
  (url, origin, open) => {
    expect(isTaken(url, origin, open)).toBe(false);
  },
);
