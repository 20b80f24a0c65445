const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });

export function decodeUtf8(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}
