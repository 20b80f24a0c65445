import { expect, it } from 'vitest';
import { sinkNameOf } from '../../src/pages/endpoints/endpoint.js';

it.each([
  ['http://localhost:4010/sink/first', 'http://localhost:4010', 'first'],
  ['http://127.0.0.1:4010/sink/first_2-b', 'http://localhost:4010', 'first_2-b'],
  ['http://[::1]:4010/sink/a?x=1', 'http://127.0.0.1:4010', 'a'],
  ['https://sandbox.example/sink/a', 'https://sandbox.example', 'a'],
])('%s is a receiver of %s', (url, origin, name) => {
  expect(sinkNameOf(url, origin)).toBe(name);
});

it.each([
  ['http://localhost:3000/sink/first', 'http://localhost:4010'],
  ['https://localhost:4010/sink/first', 'http://localhost:4010'],
  ['https://other.example/sink/a', 'https://sandbox.example'],
  ['http://localhost:4010/sink/a', 'http://sandbox.example:4010'],
  ['http://localhost:4010/webhooks', 'http://localhost:4010'],
  ['http://localhost:4010/sink/a/b', 'http://localhost:4010'],
  ['http://localhost:4010/sink/', 'http://localhost:4010'],
])('%s is none of %s', (url, origin) => {
  expect(sinkNameOf(url, origin)).toBeUndefined();
});
