/**
 * Of every page and redirect for candidates. No other site learns an address, which is a secret. With `no-referrer`, browsers
 * would also send the origin of the page's own form as `null` (Fetch standard, "append a request Origin header"), as any site
 * can have them do, and where they send no `Sec-Fetch-Site` nobody could tell the two apart.
 */
export const referrerPolicy = 'same-origin';
