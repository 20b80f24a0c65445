import { Controller, Get } from '@nestjs/common';
import { socketSuite } from 'screening-webhooks-test-support/socket-suite';
import { describe } from 'vitest';
import { createApp, platforms, providerOf, screening, startApp } from '../test/support/nest-app.js';

@Controller('health')
class Health {
  @Get()
  health() {
    return 'ok';
  }
}

describe.concurrent.each(platforms)('%s', (platform) => {
  socketSuite(async (options) =>
    startApp(
      await createApp(platform, {
        imports: [screening(options)],
        providers: [providerOf({ '*': () => {} })],
        controllers: [Health],
      }),
    ),
  );
});
