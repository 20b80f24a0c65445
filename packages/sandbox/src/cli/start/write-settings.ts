import { nearest } from '@screening-webhooks/testing/faults';
import { fileProblem, InvalidArgumentError, UsageError } from 'screening-webhooks-terminal';
import type { ServiceDescription } from '../../service/config/service-config.js';
import { openOwnFile } from './own-file.js';
import { setVariables } from './set-variables.js';

const names = [
  'SCREENING_SECRET',
  'SCREENING_API_KEY',
  'SCREENING_INTEGRATION_ID',
  'SCREENING_CONTROL_TOKEN',
  'SCREENING_URL',
] as const;

type SettingName = (typeof names)[number];

export interface SettingsFile {
  readonly path: string;
  /** Default: all that the service has. */
  readonly only?: readonly SettingName[] | undefined;
}

/** Parses names of settings, with commas or spaces between them. The option may be repeated. */
export function settingNames(
  text: string,
  before: readonly SettingName[] = [],
): readonly SettingName[] {
  const given = text.split(/[\s,]+/).filter((name) => name !== '');
  if (given.length === 0) throw new InvalidArgumentError(`Give some of ${names.join(', ')}.`);
  return [...before, ...given.map(settingName)];
}

function settingName(text: string): SettingName {
  const known = names.find((name) => name === text);
  if (known !== undefined) return known;
  const meant = nearest(text, names);
  throw new InvalidArgumentError(
    meant === undefined ? `Give some of ${names.join(', ')}.` : `Did you mean ${meant}?`,
  );
}

/** @throws UsageError when the file cannot be written. */
export function checkSettingsFile({ path }: SettingsFile): void {
  orRefuse(path, () => openText(path));
}

/**
 * Sets what an app needs in its env file, which only its owner can read then. All other lines stay, and so does a setting that
 * this start does not know, such as a key that only the first start could write.
 *
 * @param forwardTo The URL of the endpoint whose secret the app needs. Default: the oldest endpoint.
 * @throws UsageError when the file cannot be written.
 */
export function writeSettings(
  { path, only = names }: SettingsFile,
  service: ServiceDescription,
  forwardTo?: string,
): void {
  const { endpoints } = service;
  const endpoint = endpoints.find(({ url }) => url === forwardTo) ?? endpoints[0];
  const known: Readonly<Record<SettingName, string | undefined>> = {
    SCREENING_SECRET: endpoint?.secret,
    SCREENING_API_KEY: service.keys.full,
    SCREENING_INTEGRATION_ID: service.integrationId,
    SCREENING_CONTROL_TOKEN: service.controlToken,
    SCREENING_URL: service.url,
  };
  const values = new Map<string, string>();
  for (const name of names) {
    const value = known[name];
    if (value !== undefined && only.includes(name)) values.set(name, value);
  }
  orRefuse(path, () => {
    const file = openText(path);
    file.replace(setVariables(file.content, values));
  });
}

function openText(path: string) {
  const file = openOwnFile(path);
  if (file.content.includes(0)) throw new Error('it is not a text file in UTF-8');
  return file;
}

function orRefuse<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const problem =
      error instanceof Error && !('code' in error) ? error.message : fileProblem(error);
    throw new UsageError(
      `--write-env: cannot write ${path}: ${problem}. The service was not started.`,
    );
  }
}
