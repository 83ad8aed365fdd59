import { findProgram, runs } from './find-program.ts';

/** How Chromium is started where nobody looks at it: without a sandbox, as root has none, and silent. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
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
  return (await runs(path)) ? path : null;
}

/**
 * Finds a Chromium for the browser tests: `CHROMIUM_PATH`, else one on the
 * system, else the binary of an npm package.
 *
 * @throws Error saying what to install
 */
export async function findChromium(): Promise<string> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen !== undefined && chosen !== '') {
    if (await runs(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, which does not run.`);
  }
  const path = (await findProgram(PROGRAM_NAMES, FIXED_PATHS)) ?? (await findPackagedChromium());
  if (path !== null) return path;
  throw new Error(
    'No Chromium was found for the browser tests. Install one (Debian, Ubuntu: ' +
      '`apt-get install chromium`; macOS: Google Chrome) or name it in CHROMIUM_PATH.',
  );
}
