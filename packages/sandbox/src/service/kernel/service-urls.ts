/** The pages for candidates. */
export type HostedPage = 'intake' | 'dispute' | 'verify';

/** The addresses that the service hands out. */
export interface ServiceUrls {
  /** The address of the service, without a slash at the end. */
  readonly origin: string;
  /** The address of an uploaded file, valid for 30 virtual days. */
  file(fileId: string, from: Date): string;
  /** The address of the page of an invitation, an adverse action or a verification session. */
  hosted(page: HostedPage, id: string): string;
}
