/**
 * Tests that may need a second try in CI, by "file › title" as it is told, each with the
 * reason why it could not be made steady. Any other that needs one is told as new.
 */
export const KNOWN_SHAKY_TESTS: Readonly<Record<string, string>> = {};
