import { Command, type Terminal } from 'screening-webhooks-terminal';
import { z } from 'zod';
import type { Host } from '../host.js';
import { printAnswer } from '../output/print.js';
import { ask } from '../running-service/ask.js';
import { connect, type ServiceOptions, serviceOptions } from '../running-service/connect.js';

const LoginLink = z.object({ url: z.url(), expiresAt: z.iso.datetime() });

/** `dashboard`: a link that signs in. It is all that goes to stdout, for `open $(screening-sandbox dashboard)`. */
export function dashboardCommand(terminal: Terminal, host: Host): Command {
  return serviceOptions(
    new Command('dashboard')
      .summary('print a link to the dashboard')
      .description('Prints a link that signs in to the dashboard, once, within 24 hours.'),
  ).action(async (options: ServiceOptions) => {
    const { control } = connect(options, host);
    const link = await ask(LoginLink, control('POST', '/_sandbox/login-links'));
    printAnswer(terminal, options, link, () => `${link.url}\n`);
  });
}
