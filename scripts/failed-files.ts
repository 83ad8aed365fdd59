import { KNOWN_FLAKY_TESTS } from './known-flaky-tests.ts';

/** A test file that failed while other files ran beside it. */
export interface FailedFile {
  readonly path: string;
  /** The titles of its failed tests. Empty if the file failed as a whole, e.g. in its set-up. */
  readonly titles: readonly string[];
  /** The first lines of each reason, one per failed test, or one for the whole file. */
  readonly reasons: readonly string[];
}

/** A flaky test passes a single further run too easily. */
const FURTHER_RUNS = 3;
/** More failed files than this are no coincidence. */
const MAX_FILES_RUN_AGAIN = 8;

/**
 * Runs each failed file again, without other files beside it, because a loaded machine can exceed a
 * timeout. A file that passes several runs in a row has not failed. A file of which only known flaky
 * tests failed has to pass once.
 *
 * @returns the files that failed again, and all of them if there are too many
 */
export async function findRealFailures(
  failedFiles: readonly FailedFile[],
  runFile: (path: string) => Promise<boolean>,
  knownTests: Readonly<Record<string, string>> = KNOWN_FLAKY_TESTS,
): Promise<readonly FailedFile[]> {
  if (failedFiles.length > MAX_FILES_RUN_AGAIN) return failedFiles;
  const real: FailedFile[] = [];
  for (const file of failedFiles) {
    console.log(`\nRuns again because it failed: ${describeFailures(file).join('\n\n')}`);
    const isKnown =
      file.titles.length > 0 &&
      file.titles.every((title) => `${file.path} › ${title}` in knownTests);
    if (await passesAgain(isKnown ? 1 : FURTHER_RUNS, () => runFile(file.path))) continue;
    real.push(file);
    console.log('Fix this flaky file, or list its test in scripts/known-flaky-tests.ts.');
  }
  return real;
}

async function passesAgain(runs: number, run: () => Promise<boolean>): Promise<boolean> {
  for (let done = 0; done < runs; done += 1) {
    if (!(await run())) return false;
  }
  return true;
}

/** The file, the title and the reason of each failure. */
export function describeFailures({ path, titles, reasons }: FailedFile): string[] {
  return reasons.map((reason, index) =>
    [[path, titles[index]].filter((part) => part !== undefined).join(' › '), reason]
      .filter((line) => line !== '')
      .join('\n'),
  );
}
