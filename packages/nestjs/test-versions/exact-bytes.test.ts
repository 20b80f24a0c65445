import { exactBytesSuite } from 'screening-webhooks-test-support/exact-bytes-suite';
import { signedRequest } from 'screening-webhooks-test-support/signed';
import { describe, onTestFinished } from 'vitest';
import { createApp, platforms, providerOf, screening, startApp } from '../test/support/nest-app.js';

describe.each(platforms)('%s', (platform) => {
  describe.each([{}, { rawBody: true }])('with %o', (options) => {
    exactBytesSuite(async (...delivery) => {
      const app = await createApp(
        platform,
        { imports: [screening()], providers: [providerOf({ '*': () => {} })] },
        options,
      );
      const { url, stop } = await startApp(app);
      onTestFinished(stop);
      const response = await fetch(`${url}/hooks`, await signedRequest(...delivery));
      return { status: response.status, text: await response.text() };
    });
  });
});
