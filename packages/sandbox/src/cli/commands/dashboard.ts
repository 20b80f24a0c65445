import { z } from 'zod';
import type { CommandKit } from '../command-kit.js';
import type { ServiceOptions } from '../running-service/connect.js';

const LoginLink = z.object({ url: z.url(), expiresAt: z.iso.datetime() });

/** `dashboard`: prints a link that signs in. Stdout has only the link, for `open $(screening-sandbox dashboard)`. */
export function dashboardCommand({ command, connect }: CommandKit) {
  return command(
    'dashboard',
    'Prints a link that signs in to the dashboard, once, within 24 hours.',
  )
    .summary('print a link to the dashboard')
    .action(async (options: ServiceOptions) => {
      const { control, print } = connect(options);
      const link = await control(LoginLink, 'POST', '/_sandbox/login-links');
      print(link, `${link.url}\n`);
    });
}
