import { text } from '../../limits/bounded.js';

const message =
  'must be an origin as browsers send it: scheme, host and port, such as https://www.example.com';

/** An origin of web pages (RFC 6454), exactly as browsers send it in `Origin`. No path, no wildcard. */
export const AllowedOrigin = text('origin')
  .refine(isOrigin, message)
  .meta({ examples: ['https://www.example.com', 'http://localhost:3000'] });

function isOrigin(text: string): boolean {
  // The URL parser takes an asterisk for a part of a host name.
  if (text.includes('*') || !/^https?:/.test(text)) return false;
  return URL.canParse(text) && new URL(text).origin === text;
}
