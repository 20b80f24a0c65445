import { describe } from 'vitest';
import { startServer } from '../../testing/test/support/serve.js';
import { SECRET } from '../../testing/test/support/signed.js';
import { socketSuite } from '../../testing/test/support/socket-suite.js';
import { webhook } from '../src/index.js';
import { expressVersions } from './support/express-versions.js';

describe.concurrent.each(expressVersions)('%s', (_version, express) => {
  socketSuite(async (options) => {
    const app = express();
    app.post('/hooks', webhook({ secret: SECRET, handlers: { '*': () => {} }, ...options }));
    app.get('/health', (_req, res) => void res.send('ok'));
    return startServer(app);
  });
});
