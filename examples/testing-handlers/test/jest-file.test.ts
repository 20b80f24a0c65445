import { readFileSync } from 'node:fs';
import * as core from '@screening-webhooks/core';
import * as testing from '@screening-webhooks/testing';
import { expect, test } from 'vitest';

// Jest is not a dependency of this repository. The file uses only the API that Jest shares with Vitest.
const packages = new Map<string, unknown>([
  ['@screening-webhooks/core', core],
  ['@screening-webhooks/testing', testing],
]);

/** Loads a CommonJS file of the folder jest, with Vitest's `test` and `expect` as globals. */
function load(file: string): unknown {
  const code = readFileSync(new URL(`../jest/${file}`, import.meta.url), 'utf8');
  const module: { exports: unknown } = { exports: {} };
  const require = (name: string): unknown => packages.get(name) ?? load(name);
  new Function('require', 'module', 'test', 'expect', code)(require, module, test, expect);
  return module.exports;
}

load('handlers.test.cjs');
