/** The versions of the terms that a tenant can be provisioned under. They are inventions of the sandbox. */
export const termsVersions: readonly string[] = ['2025-01', '2025-07', '2026-01'];
