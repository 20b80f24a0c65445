/** The addresses that the service hands out. */
export interface ServiceUrls {
  /** The address of the service, without a slash at the end. */
  readonly origin: string;
  /** The address of an uploaded file, valid for 30 virtual days. */
  file(fileId: string, from: Date): string;
}
