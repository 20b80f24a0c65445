import { afterAll } from 'vitest';
import { dropTestDatabases } from './server.js';

// A setup file runs for each test file. In a module that several files share, `afterAll` would run after the first only.
afterAll(dropTestDatabases, 120_000);
