/**
 * Known flaky tests by "file › title", each with the reason why it cannot be made deterministic.
 * If such a test fails, its file has to pass only one further run.
 */
export const KNOWN_FLAKY_TESTS: Readonly<Record<string, string>> = {};
