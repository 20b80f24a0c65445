import { Hono } from 'hono';
import { serveDispute } from '../capabilities/adverse-actions/index.js';
import { serveIntake } from '../capabilities/invitations/index.js';
import { serveSession } from '../capabilities/verifications/index.js';
import type { HostedDependencies } from '../pages/hosted-dependencies.js';
import { messagePage, serviceBrand } from '../pages/message-page.js';

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
