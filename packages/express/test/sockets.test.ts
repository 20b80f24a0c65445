import express from 'express';
import { startServer } from 'screening-webhooks-test-support/serve';
import { SECRET } from 'screening-webhooks-test-support/signed';
import { socketSuite } from 'screening-webhooks-test-support/socket-suite';
import { webhook } from '../src/index.js';

socketSuite(async (options) => {
  const app = express();
  app.post('/hooks', webhook({ secret: SECRET, handlers: { '*': () => {} }, ...options }));
  app.get('/health', (_req, res) => void res.send('ok'));
  return startServer(app);
});
