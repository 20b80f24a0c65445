import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

/** The environment of a command, apart from its terminal. Tests pass their own. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where running services announce how to call them. Used only while this user owns it and no other user has access. */
  readonly servicesFolder: string;
  /** The working folder, whose `.env` may name the service. `undefined` if none is read. */
  readonly folder?: string | undefined;
  /** `undefined` if the system has no user ids. Windows gives each user a temporary folder of their own. */
  readonly userId?: number | undefined;
  /** Sets V8 flags for the whole process. `undefined` if another engine runs it. */
  readonly setEngineFlags?: ((flags: string) => void) | undefined;
}

export function systemHost(): Host {
  // An empty variable counts as unset (XDG Base Directory Specification).
  const folder = process.env['XDG_RUNTIME_DIR'] || tmpdir();
  return {
    env: process.env,
    folder: process.cwd(),
    servicesFolder: join(folder, `screening-sandbox-${userName()}`),
    userId: process.getuid?.(),
    setEngineFlags: 'bun' in process.versions ? undefined : setFlagsFromString,
  };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user that has no name.
    return String(process.geteuid?.());
  }
}
