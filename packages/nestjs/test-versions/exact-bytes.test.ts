import {
  deliverTo,
  eachIsNew,
  exactBytesSuite,
} from 'screening-webhooks-test-support/exact-bytes-suite';
import { describe, onTestFinished } from 'vitest';
import { createApp, platforms, providerOf, screening, startApp } from '../test/support/nest-app.js';

describe.each(platforms)('%s', (platform) => {
  describe.each([{}, { rawBody: true }])('with %o', (options) => {
    exactBytesSuite(async () => {
      const { handlers, ...module } = eachIsNew;
      const app = await createApp(
        platform,
        { imports: [screening(module)], providers: [providerOf(handlers)] },
        options,
      );
      const { url, stop } = await startApp(app);
      onTestFinished(stop);
      return deliverTo(`${url}/hooks`);
    });
  });
});
