import type { TestProject } from 'vitest/node';
import { bundle } from './bundle-worker.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The program of the sandbox's worker thread, bundled from source. */
    readonly sandboxWorker: string;
  }
}

// One build for all projects of a run. The database template of the service belongs here as well.
const builds: { current?: Promise<string> } = {};

/** The `globalSetup` of projects whose tests call `startSandbox()`. */
export default async function setUpSandbox(project: TestProject): Promise<void> {
  builds.current ??= bundle('src/thread/worker.ts', 'worker.mjs');
  project.provide('sandboxWorker', await builds.current);
  project.onTestsRerun(async () => {
    await bundle('src/thread/worker.ts', 'worker.mjs');
  });
}
