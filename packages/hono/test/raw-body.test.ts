import { honoVersions } from './support/hono-versions.js';
import { rawBodySuite } from './support/raw-body-suite.js';

// Half of the versions in each file, so that the halves run in parallel.
rawBodySuite(honoVersions.slice(0, 2));
