/** What `#decode` exports: `decode-node.ts` or `decode-web.ts`, picked by import condition as `#mac` is. */
export interface DecodeModule {
  /**
   * Strict UTF-8, without a leading byte order mark.
   *
   * @throws TypeError for bytes that are not UTF-8.
   */
  decodeUtf8(bytes: Uint8Array): string;
}
