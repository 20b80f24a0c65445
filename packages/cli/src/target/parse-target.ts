import { UsageError } from '../terminal/usage-error.js';

/**
 * The address of a receiver.
 *
 * @param option Which option or argument the text came from, for the message.
 * @throws UsageError for what is no http(s) URL, and for a host that is not this machine unless `allowRemote` is set.
 */
export function parseTarget(text: string, option: string, allowRemote: boolean): URL {
  // `localhost:3000` parses as a URL of the scheme "localhost:", so a missing scheme is looked for first.
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) {
    throw new UsageError(
      `${option}: "${text}" is no http or https address; give it as http://localhost:3000/webhooks.`,
    );
  }
  if (!allowRemote && !isLoopback(url)) {
    throw new UsageError(
      `${option}: ${url.hostname} is not this machine; add --allow-remote if signed deliveries are meant to go there.`,
    );
  }
  return url;
}

/** Whether an address can only be this machine. The URL parser has already written out `127.1` and `0x7f000001`. */
export function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(hostname)
  );
}
