import { addPackagedLibraries } from './chromium-libraries.ts';
import { findProgram, runs } from './find-program.ts';

/** The arguments of a headless Chromium: no sandbox, because root has none, and no background requests. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * For tests. Without a GPU, backdrop blur takes more CPU time than all other rendering. The preference
 * for reduced transparency disables the blur.
 */
export const TEST_CHROMIUM_ARGUMENTS = [
  ...CHROMIUM_ARGUMENTS,
  '--blink-settings=prefersReducedTransparency=true',
];

const PROGRAM_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
];
const FIXED_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

async function findPackagedChromium(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const { default: chromium } = await import('@sparticuz/chromium');
  const path = await chromium.executablePath();
  if (await runs(path)) return path;
  const withLibraries = await addPackagedLibraries(path);
  return (await runs(withLibraries)) ? withLibraries : null;
}

async function findConfiguredChromium(): Promise<string | null> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen === undefined || chosen === '') return null;
  if (await runs(chosen)) return chosen;
  throw new Error(`CHROMIUM_PATH is ${chosen}, which doesn't run.`);
}

/** @throws Error that names what to install */
async function firstOf(...searches: (() => Promise<string | null>)[]): Promise<string> {
  for (const search of searches) {
    const path = await search();
    if (path !== null) return path;
  }
  throw new Error(
    'No Chromium found for the browser tests. Install one (Debian, Ubuntu: ' +
      '`apt-get install chromium`; macOS: Google Chrome) or set CHROMIUM_PATH.',
  );
}

const findInstalledChromium = () => findProgram(PROGRAM_NAMES, FIXED_PATHS);

/** The regular browser: `CHROMIUM_PATH`, else an installed Chromium, else the binary of an npm package. */
export function findChromium(): Promise<string> {
  return firstOf(findConfiguredChromium, findInstalledChromium, findPackagedChromium);
}

/**
 * The browser of the tests. The packaged build has no windows and takes two thirds of the time of an
 * installed one in headless mode.
 */
export function findTestChromium(): Promise<string> {
  return firstOf(findConfiguredChromium, findPackagedChromium, findInstalledChromium);
}
