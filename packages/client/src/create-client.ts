import { type ClientOptions, clientSettings } from './client-options.js';
import { type DocumentVerifications, documentVerifications } from './document-verifications.js';
import { type Reports, reports } from './reports.js';

/** Calls the service's API. Printing or serializing the client does not reveal the API key. */
export interface ScreeningClient {
  readonly reports: Reports;
  readonly documentVerifications: DocumentVerifications;
}

/**
 * Creates a client for the calls that the service's specification defines (section 4).
 *
 * @throws InvalidInputError for an invalid option; the message names the option and the fix.
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
