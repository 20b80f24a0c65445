import { honoVersions } from './support/hono-versions.js';
import { rawBodySuite } from './support/raw-body-suite.js';

rawBodySuite(honoVersions.slice(2));
