import { UsageError } from 'screening-webhooks-terminal';
import { parseObject } from '../json.js';

type Strings = Readonly<Record<string, string>>;

/** The parts of a package.json that `init` reads. */
export interface Manifest {
  readonly type: string | undefined;
  readonly main: string | undefined;
  readonly packageManager: string | undefined;
  readonly scripts: Strings;
  /** Dependencies of either kind, by name. */
  readonly dependencies: Strings;
}

/**
 * Reads a package.json. A part of another type than npm expects is left out.
 *
 * @throws UsageError for a text that is not a JSON object.
 */
export function readManifest(text: string): Manifest {
  const manifest = parseObject(text);
  if (manifest === undefined) throw new UsageError('init: package.json is not a JSON object.');
  const { type, main, packageManager, scripts, dependencies, devDependencies } = manifest;
  return {
    type: stringOf(type),
    main: stringOf(main),
    packageManager: stringOf(packageManager),
    scripts: stringsOf(scripts),
    dependencies: { ...stringsOf(dependencies), ...stringsOf(devDependencies) },
  };
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function stringsOf(value: unknown): Strings {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      typeof each === 'string' ? [[name, each]] : [],
    ),
  );
}
