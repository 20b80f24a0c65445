import type { TestProject } from 'vitest/node';
import { type Found, findPrometheus } from './find-prometheus.js';

declare module 'vitest' {
  export interface ProvidedContext {
    prometheus: Found;
  }
}

/** Finds Prometheus once for all files. Without it, their tests are skipped. */
export default function setUp({ provide }: TestProject): void {
  const found = findPrometheus();
  if ('missing' in found) {
    // Not one of the services that REQUIRE_SERVICES stands for: a machine without a Debian mirror cannot get it.
    if (process.env['REQUIRE_PROMETHEUS'] === '1') throw new Error(`Prometheus: ${found.missing}`);
    console.log(`Prometheus is missing, so its tests are skipped: ${found.missing}`);
  }
  provide('prometheus', found);
}
