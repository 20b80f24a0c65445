/** The version of Express in the small app; a test compares it with the version that this repository is tested with. */
export const EXPRESS = '5.3.0';

const MANIFEST = {
  name: 'screening-app',
  private: true,
  type: 'module',
  scripts: { start: 'node --env-file=.env server.js', test: 'node --test' },
  dependencies: { express: EXPRESS },
};

const SERVER = `import express from 'express';
import { screening } from './screening-webhook.js';

const { PORT = '3000' } = process.env;
const app = express();

app.post('/webhooks/screening', screening);

app.listen(Number(PORT), () => console.log(\`Listening on http://localhost:\${PORT}\`));
`;

/** The files of an app in an empty folder, beside the receiver and its test. */
export const SMALL_APP: readonly { readonly path: string; readonly text: string }[] = [
  { path: 'package.json', text: `${JSON.stringify(MANIFEST, null, 2)}\n` },
  { path: 'server.js', text: SERVER },
];
