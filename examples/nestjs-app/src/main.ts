import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app-module.js';

// Starts the app. Requires SCREENING_SECRET; PORT defaults to 3000.

const app = await NestFactory.create(AppModule);
app.setGlobalPrefix('api'); // not for webhooks
app.enableShutdownHooks(); // drains on SIGTERM
await app.listen(process.env['PORT'] ?? 3000);
