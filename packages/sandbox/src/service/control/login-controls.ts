import { createLoginLink } from '../login/login-links.js';
import { control } from './control.js';

export const loginControls = [
  control({
    method: 'POST',
    path: '/_sandbox/login-links',
    summary: 'Make a link that signs in to the dashboard, once, within 24 hours',
    status: 201,
    input: {},
    async handle(_input, { runCommand }) {
      const { url, expiresAt } = await runCommand(createLoginLink);
      return { url, expiresAt: expiresAt.toISOString() };
    },
  }),
];
