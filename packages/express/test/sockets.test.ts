import { startServer } from 'screening-webhooks-test-support/serve';
import { SECRET } from 'screening-webhooks-test-support/signed';
import { socketSuite } from 'screening-webhooks-test-support/socket-suite';
import { describe } from 'vitest';
import { webhook } from '../src/index.js';
import { expressVersions } from './support/express-versions.js';

describe.each(expressVersions)('%s', (_version, express) => {
  socketSuite(async (options) => {
    const app = express();
    app.post('/hooks', webhook({ secret: SECRET, handlers: { '*': () => {} }, ...options }));
    app.get('/health', (_req, res) => void res.send('ok'));
    return startServer(app);
  });
});
