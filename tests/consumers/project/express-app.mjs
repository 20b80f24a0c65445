import { signBody } from '@screening-webhooks/core';
import { webhook } from '@screening-webhooks/express';
import express from 'express';
import { checkDeliveries } from './check-deliveries.cjs';

await checkDeliveries((options) => {
  const app = express();
  app.post('/webhooks', webhook(options));
  return app;
}, signBody);
