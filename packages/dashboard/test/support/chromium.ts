import type { TestProject } from 'vitest/node';
import { findChromium } from './launch-browser.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the browser's executable. `null` if this machine has none. */
    readonly chromium: string | null;
  }
}

/** Unpacks the browser before the tests, so that no two tests do it at once. */
export default async function setUpChromium(project: TestProject): Promise<void> {
  project.provide('chromium', await findChromium());
}
