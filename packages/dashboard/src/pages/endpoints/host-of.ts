/** The host of a URL, which is short enough to type. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
