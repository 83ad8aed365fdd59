import { findProgram, runs } from './find-program.ts';

const PROGRAM_NAMES = ['firefox-esr', 'firefox'];
const FIXED_PATHS = ['/Applications/Firefox.app/Contents/MacOS/firefox'];

/** `FIREFOX_PATH`, else an installed Firefox, else null: its browser tests are skipped. */
export async function findFirefox(): Promise<string | null> {
  const chosen = process.env.FIREFOX_PATH;
  if (chosen === undefined || chosen === '') return findProgram(PROGRAM_NAMES, FIXED_PATHS);
  if (await runs(chosen)) return chosen;
  throw new Error(`FIREFOX_PATH is ${chosen}, which doesn't run.`);
}
