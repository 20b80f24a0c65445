import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** The environment of a command, apart from its terminal. Tests pass their own. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where running services say how to call them. Only this user can read it. */
  readonly servicesFolder: string;
}

export function systemHost(): Host {
  const folder = process.env['XDG_RUNTIME_DIR'] ?? tmpdir();
  return {
    env: process.env,
    servicesFolder: join(folder, `screening-sandbox-${userInfo().username}`),
  };
}
