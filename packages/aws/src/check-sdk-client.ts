/**
 * Checks that a client is one of the AWS SDK for JavaScript, version 3, and for the service that is meant.
 *
 * @throws TypeError that names the value and the fix.
 */
export function checkSdkClient(
  client: unknown,
  expected: { readonly serviceId: string; readonly className: string },
): void {
  const { serviceId, className } = expected;
  const fix = `Give new ${className}() of @aws-sdk/client-${serviceId.toLowerCase()}.`;
  if (typeof client !== 'object' || client === null) {
    throw new TypeError(`client: expected a ${className}, got ${describe(client)}. ${fix}`);
  }
  const config: unknown = Reflect.get(client, 'config');
  const given: unknown =
    typeof config === 'object' && config !== null ? Reflect.get(config, 'serviceId') : undefined;
  if (given === serviceId && typeof Reflect.get(client, 'send') === 'function') return;
  const got =
    typeof given === 'string'
      ? `a client for ${given}`
      : 'an object that is not a client of its version 3';
  throw new TypeError(`client: expected a ${className} of the AWS SDK, got ${got}. ${fix}`);
}

function describe(client: unknown): string {
  return client === null ? 'null' : typeof client;
}
