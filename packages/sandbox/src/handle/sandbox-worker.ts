import { MessageChannel, Worker } from 'node:worker_threads';
import type { ServiceConfig, ServiceDescription } from '../service/config/service-config.js';
import { type Fetch, fetchOver } from '../thread/fetch-over.js';
import {
  PortClosedError,
  RemoteError,
  type WorkerInput,
  type WorkerStart,
} from '../thread/messages.js';
import { serveFetch } from '../thread/serve-fetch.js';
import { stop } from '../thread/worker-calls.js';
import { SandboxError } from './call-service.js';

/** A service in its thread. */
export interface SandboxWorker {
  readonly description: ServiceDescription;
  /** Rejects with a `SandboxError` once the thread has ended. */
  readonly fetch: Fetch;
  close(): Promise<void>;
}

/** Starts a service in a worker thread. The thread does not keep the process alive; a pending call does. */
export async function startWorker(
  file: string,
  config: ServiceConfig,
  deliverTo: ((request: Request) => Response | Promise<Response>) | undefined,
): Promise<SandboxWorker> {
  const calls = new MessageChannel();
  const deliveries = deliverTo && new MessageChannel();
  const input: WorkerInput = { config, calls: calls.port2, deliveries: deliveries?.port2 };
  const worker = new Worker(file, {
    name: 'screening-sandbox',
    workerData: input,
    transferList: [calls.port2, ...(deliveries ? [deliveries.port2] : [])],
    // Loaders, preloaded mocks and settings of the test must not reach the service.
    execArgv: [],
    env: temporaryFolderOnly(),
  });
  if (deliveries && deliverTo) {
    serveFetch(deliveries.port1, (request) => deliverTo(request));
    deliveries.port1.unref();
  }

  let closing = false;
  let crash: unknown;
  worker.on('error', (error) => {
    crash = error;
  });
  const ended = new Promise<SandboxError>((resolve) => {
    worker.on('exit', (exitCode) => {
      if (closing) return resolve(new SandboxError('the sandbox is closed', { code: 'closed' }));
      const cause = crash ?? new Error(`the worker thread ended with exit code ${exitCode}`);
      resolve(failure('crashed', cause));
    });
  });

  const send = fetchOver(calls.port1);
  const started = await Promise.race([
    new Promise<WorkerStart>((resolve) => worker.once('message', resolve)),
    ended,
  ]);
  if (started instanceof SandboxError) throw failure('not_started', started.cause);
  if (started.kind === 'failed') {
    await worker.terminate();
    throw failure('not_started', new RemoteError(started.error));
  }
  worker.unref();

  return {
    description: started.description,
    fetch: async (request) => {
      try {
        const response = await send(request);
        if (!closing) return response;
      } catch (error) {
        if (!closing && !(error instanceof PortClosedError)) throw error;
      }
      // The port closes before the thread says why.
      worker.ref();
      throw await ended;
    },
    async close() {
      closing = true;
      // Node aborts the process if a thread is ended while it reads HTTP, so its connections end first.
      await Promise.race([stop(send), ended]).catch(() => {});
      await worker.terminate();
    },
  };
}

function temporaryFolderOnly(): Record<string, string> {
  const folders = ['TMPDIR', 'TEMP', 'TMP'].map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(folders.flatMap(([name, path]) => (path ? [[name, path]] : [])));
}

const sentences = {
  crashed: "the sandbox's thread ended",
  not_started: 'the sandbox did not start',
};

function failure(code: keyof typeof sentences, cause: unknown): SandboxError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SandboxError(`${sentences[code]}: ${reason}`, { code, cause });
}
