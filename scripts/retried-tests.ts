import { KNOWN_FLAKY_TESTS } from './known-flaky-tests.ts';

/** A test that passed only when it was retried. */
export interface RetriedTest {
  readonly file: string;
  readonly title: string;
}

const FURTHER_ATTEMPTS = 5;

/**
 * Reports each retried test, and runs the new ones several more times. A test that fails again is
 * flaky. A test that always passes probably met a slow moment of the machine.
 *
 * @returns "file › title" of the flaky tests
 */
export async function findFlaky(
  retried: readonly RetriedTest[],
  runOnce: (test: RetriedTest) => Promise<boolean>,
  knownTests: Readonly<Record<string, string>> = KNOWN_FLAKY_TESTS,
): Promise<string[]> {
  const flaky: string[] = [];
  for (const test of retried) {
    const name = `${test.file} › ${test.title}`;
    const reason = knownTests[name];
    console.log(`\nRetried: ${name} ${reason === undefined ? '(new)' : `(known: ${reason})`}`);
    if (reason !== undefined || (await passesAgain(test, runOnce))) continue;
    flaky.push(name);
    console.log('Fix this flaky test, or list it in scripts/known-flaky-tests.ts with the reason.');
  }
  return flaky;
}

async function passesAgain(
  test: RetriedTest,
  runOnce: (test: RetriedTest) => Promise<boolean>,
): Promise<boolean> {
  for (let attempt = 0; attempt < FURTHER_ATTEMPTS; attempt += 1) {
    if (!(await runOnce(test))) return false;
  }
  return true;
}
