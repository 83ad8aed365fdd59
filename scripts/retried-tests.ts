import { KNOWN_SHAKY_TESTS } from './known-shaky-tests.ts';

/** A test that passed with a second try only. */
export interface RetriedTest {
  readonly file: string;
  readonly title: string;
}

const FURTHER_TRIES = 5;

/**
 * Tells each test that needed a second try, and tries those whose names are new several times
 * more: what fails again is shaky, what does not met a moment of a slow machine.
 *
 * @returns "file › title" of the shaky ones.
 */
export async function findShaky(
  retried: readonly RetriedTest[],
  tryOnce: (test: RetriedTest) => Promise<boolean>,
  knownTests: Readonly<Record<string, string>> = KNOWN_SHAKY_TESTS,
): Promise<string[]> {
  const shaky: string[] = [];
  for (const test of retried) {
    const name = `${test.file} › ${test.title}`;
    const reason = knownTests[name];
    console.log(
      `\nNeeded a second try: ${name} ${reason === undefined ? '(new)' : `(known: ${reason})`}`,
    );
    if (reason !== undefined || (await passesAgain(test, tryOnce))) continue;
    shaky.push(name);
    console.log(
      'Make it steady, or name it in scripts/known-shaky-tests.ts with the reason why it cannot be.',
    );
  }
  return shaky;
}

async function passesAgain(
  test: RetriedTest,
  tryOnce: (test: RetriedTest) => Promise<boolean>,
): Promise<boolean> {
  for (let tried = 0; tried < FURTHER_TRIES; tried += 1) {
    if (!(await tryOnce(test))) return false;
  }
  return true;
}
