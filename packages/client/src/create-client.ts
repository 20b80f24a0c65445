import { type ClientOptions, clientSettings } from './client-options.js';
import { type DocumentVerifications, documentVerifications } from './document-verifications.js';
import { type Reports, reports } from './reports.js';

/** Calls the service's API. Nothing of it shows the API key, to whoever prints or serialises it. */
export interface ScreeningClient {
  readonly reports: Reports;
  readonly documentVerifications: DocumentVerifications;
}

/**
 * A client of the service's API, for what its specification shows (section 4).
 *
 * @throws InvalidInputError for a malformed option, naming the option and the cure.
 * @example
 * const client = createClient({ apiKey: process.env.SCREENING_API_KEY ?? '', baseUrl: 'https://api.example.com' });
 * const { data } = await client.documentVerifications.list({ externalId: 'clinician-7' });
 */
export function createClient(options: ClientOptions): ScreeningClient {
  const settings = clientSettings(options);
  return {
    reports: reports(settings),
    documentVerifications: documentVerifications(settings),
  };
}
