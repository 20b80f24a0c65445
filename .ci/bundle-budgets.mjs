// Bytes after gzip, 3 to 10 % above the measured size, so that growth is a decision made here and not an accident.
export const bundleBudgets = [
  { package: 'core', name: 'verifyEvent', on: 'workerd', budget: 3_130 },
  { package: 'core', name: 'createReceiver', on: 'workerd', budget: 12_400 },
  { package: 'hono', name: 'webhook', on: 'workerd', external: ['hono'], budget: 12_750 },
  { package: 'cloudflare', name: 'durableObjectStore', on: 'workerd', budget: 1_200 },
  { package: 'cloudflare', name: 'd1Store', on: 'workerd', budget: 1_850 },
  // For development: listed to show that it runs on the edge.
  { package: 'explain', name: 'explainDelivery', on: 'workerd', budget: 10_350 },
  { package: 'client', name: 'createClient', on: 'workerd', budget: 3_800 },
  { package: 'client', name: 'reconcile', on: 'workerd', budget: 3_200 },
  { package: 'core', name: 'createReceiver', on: 'node', budget: 12_500 },
  { package: 'express', name: 'webhook', on: 'node', external: ['express'], budget: 13_650 },
  { package: 'koa', name: 'webhook', on: 'node', external: ['koa'], budget: 13_750 },
];
