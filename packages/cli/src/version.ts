/** The version of this package and of its release; a test compares it with package.json. */
export const version = '0.1.0';
