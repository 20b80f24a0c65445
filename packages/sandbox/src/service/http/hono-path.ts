/** `{id}` of OpenAPI is `:id` of Hono. */
export function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
