import { Module } from '@nestjs/common';
import { ScreeningWebhooksModule } from '@screening-webhooks/nestjs';
import { LicenseController } from './license-controller.js';
import { Licenses } from './licenses.js';
import { ScreeningHandlers } from './screening-handlers.js';

@Module({
  imports: [
    ScreeningWebhooksModule.forRootAsync({
      // Read at the start of the app, not when this file is loaded.
      useFactory: () => ({
        path: '/webhooks/screening',
        secret: process.env['SCREENING_SECRET'] ?? '',
      }),
    }),
  ],
  controllers: [LicenseController],
  providers: [Licenses, ScreeningHandlers],
})
export class AppModule {}
