// The part of Bun that its recipe uses: Bun's own types would replace Node's types in every other recipe.
declare namespace Bun {
  type Handler = (request: Request) => Response | Promise<Response>;
  function serve(options: {
    readonly port: number;
    readonly routes: Readonly<Record<string, Handler>>;
    readonly fetch: Handler;
  }): { readonly port: number; stop(closeConnections?: boolean): Promise<void> };
}

// The module of SvelteKit that its recipe imports: its development server declares it, in a file that it writes.
declare module '$env/dynamic/private' {
  export const env: Readonly<Record<string, string | undefined>>;
}

// The function of Sentry that docs/logging.md calls.
declare module '@sentry/node' {
  export function captureException(
    error: unknown,
    hint: { readonly tags: Readonly<Record<string, string | undefined>> },
  ): string;
}
