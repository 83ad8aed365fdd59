/**
 * Known flaky tests by "file › title", each with the reason why it cannot be made deterministic.
 * A retried test that is not listed here is reported as new.
 */
export const KNOWN_FLAKY_TESTS: Readonly<Record<string, string>> = {};
