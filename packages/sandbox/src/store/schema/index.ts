export * from './api.js';
export * from './candidates.js';
export * from './controls.js';
export * from './engine.js';
export * from './verifications.js';
export * from './webhooks.js';
