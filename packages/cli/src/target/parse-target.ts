import { UsageError } from 'screening-webhooks-terminal';

/**
 * Parses the URL of a receiver.
 *
 * @param option The option or argument that the text came from, for the message.
 * @throws UsageError for a text that is not an http or https URL, and for a remote host unless `allowRemote` is set.
 */
export function parseTarget(text: string, option: string, allowRemote: boolean): URL {
  // `localhost:3000` would parse as a URL with the scheme "localhost:", so the scheme is checked first.
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) {
    throw new UsageError(
      `${option}: "${text}" is not an http or https URL; write it like http://localhost:3000/webhooks.`,
    );
  }
  if (!allowRemote && !isLoopback(url)) {
    throw new UsageError(
      `${option}: ${url.hostname} is not this machine; add --allow-remote to send signed deliveries there.`,
    );
  }
  return url;
}

/** Whether a URL can only name this machine. The URL parser has already expanded `127.1` and `0x7f000001`. */
export function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(hostname)
  );
}
