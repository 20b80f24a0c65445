import type { TestProject } from 'vitest/node';
import { builtCheckPage } from '../../../../.ci/check-page.mjs';
import { builtDashboard } from '../../../../.ci/dashboard.mjs';
import { databaseTemplate } from '../../../../.ci/database-template.mjs';
import { bundle } from './bundle-worker.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the sandbox's worker program, bundled from source. */
    readonly sandboxWorker: string;
  }
}

declare global {
  /** Shared, because each project loads this file again in the same process. */
  var sandboxWorkerBundle: Promise<string> | undefined;
}

async function bundleWorker(): Promise<string> {
  const template = await databaseTemplate();
  // For tests that start the service in their own thread.
  process.env['SCREENING_SANDBOX_TEMPLATE'] = template;
  const dashboard = await builtDashboard();
  process.env['SCREENING_SANDBOX_DASHBOARD'] = dashboard;
  const checkPage = await builtCheckPage();
  process.env['SCREENING_SANDBOX_CHECK_PAGE'] = checkPage;
  return bundle('src/thread/worker.ts', 'worker.mjs', {
    // The worker thread has no environment variables.
    define: {
      'process.env.SCREENING_SANDBOX_TEMPLATE': JSON.stringify(template),
      'process.env.SCREENING_SANDBOX_DASHBOARD': JSON.stringify(dashboard),
      'process.env.SCREENING_SANDBOX_CHECK_PAGE': JSON.stringify(checkPage),
    },
  });
}

/** The `globalSetup` of projects whose tests call `startSandbox()`. The first project bundles. */
export default async function setUpSandbox(project: TestProject): Promise<void> {
  globalThis.sandboxWorkerBundle ??= bundleWorker();
  project.provide('sandboxWorker', await globalThis.sandboxWorkerBundle);
  project.onTestsRerun(async () => {
    await bundleWorker();
  });
}
