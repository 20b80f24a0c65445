import type { TestProject } from 'vitest/node';
import { findChromium } from './launch-browser.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The program of the browser. Null: there is none for this machine. */
    readonly chromium: string | null;
  }
}

/** Unpacks the browser before any test, so that no two tests do it at once. */
export default async function setUpChromium(project: TestProject): Promise<void> {
  project.provide('chromium', await findChromium());
}
