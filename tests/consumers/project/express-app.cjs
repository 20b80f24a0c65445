const { signBody } = require('@screening-webhooks/core');
const { webhook } = require('@screening-webhooks/express');
const express = require('express');
const { checkDeliveries } = require('./check-deliveries.cjs');

checkDeliveries((options) => {
  const app = express();
  app.post('/webhooks', webhook(options));
  return app;
}, signBody);
