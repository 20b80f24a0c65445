import { Hono } from 'hono';
import { serveDispute } from '../adverse-actions/dispute-page/serve-dispute.js';
import type { HostedDependencies } from '../hosted/hosted-dependencies.js';
import { messagePage, serviceBrand } from '../hosted/message-page.js';
import { serveIntake } from '../invitations/intake/serve-intake.js';
import { serveSession } from '../verifications/session-page/serve-session.js';

/** The pages for candidates. */
export function serveHosted(dependencies: HostedDependencies): Hono {
  const app = new Hono();
  app.onError((error, c) => {
    dependencies.onError(error);
    return messagePage(c, 500, serviceBrand, {
      title: 'The service has failed',
      text: 'Try again later.',
    });
  });
  app.route('/', serveIntake(dependencies));
  app.route('/', serveDispute(dependencies));
  app.route('/', serveSession(dependencies));
  return app;
}
