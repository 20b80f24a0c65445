import { createReceiver } from '@screening-webhooks/core';
import { type Sandbox, type SandboxVerification, startSandbox } from '@screening-webhooks/sandbox';
import { createApp } from '../create-app.js';
import { memoryClinicians } from '../memory-clinicians.js';
import { screeningHandlers } from '../screening-handlers.js';
import { type Running, serve } from '../serve.js';
import { type FaultyClinicians, faultyClinicians } from './faulty-clinicians.js';

const API_KEY = 'demo-api-key';
const PATH = '/webhooks/screening';

/** The service and the app, with HTTP between them. */
export interface Stage {
  readonly sandbox: Sandbox;
  readonly clinicians: FaultyClinicians;
  /** The signing secrets that the app knows. They may be changed. */
  secrets: readonly string[];
  /** Adds a clinician to the app and has a license verified. The value of the license chooses the outcome. */
  order(name: string, licenseNumber: string): Promise<Order>;
  /** Stops the app, and starts it again on its port. */
  stopApp(): Promise<void>;
  startApp(): Promise<void>;
  /** Asks one of the app's own routes. */
  ask(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  close(): Promise<void>;
}

/** A verification, and the clinician whose license it is. */
export interface Order {
  readonly clinicianId: string;
  readonly verification: SandboxVerification;
}

/** Starts both, on free ports. The service's clock is frozen: the demo moves it. */
export async function startStage(): Promise<Stage> {
  const clinicians = faultyClinicians(memoryClinicians());
  // The service needs the app's address, and the app the service's secret.
  const stage = { secrets: [] as readonly string[] };
  const screening = createReceiver({
    secret: () => stage.secrets,
    handlers: screeningHandlers(clinicians),
    observe: false,
  });
  const app = createApp({ clinicians, apiKey: API_KEY, log: () => {}, screening });
  const start = (port: number): Promise<Running> => serve(app, { drain: async () => {} }, port);
  let running: Running | undefined = await start(0);
  const { url } = running;
  const sandbox = await startSandbox({ endpoint: url + PATH });
  stage.secrets = sandbox.secrets;
  const stopApp = async (): Promise<void> => {
    await running?.stop();
    running = undefined;
  };

  return Object.assign(stage, {
    sandbox,
    clinicians,
    async order(name: string, licenseNumber: string): Promise<Order> {
      const { id: clinicianId } = await clinicians.add(name);
      const verification = await sandbox.verifications.create({
        documentConfigSlug: 'rn-license',
        state: 'CA',
        externalId: clinicianId,
        formData: { licenseNumber },
      });
      return { clinicianId, verification };
    },
    stopApp,
    async startApp(): Promise<void> {
      running = await start(Number(new URL(url).port));
    },
    ask: (path: string, headers = { authorization: `Bearer ${API_KEY}` }) =>
      fetch(url + path, { headers }),
    async close(): Promise<void> {
      await sandbox.close();
      await stopApp();
    },
  });
}
