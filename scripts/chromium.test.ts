import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PROJECT_DIR } from './project-dir.ts';

const run = promisify(execFile);
const CACHE_DIR = join(PROJECT_DIR, 'node_modules/.cache/chromium');

/** Whether this machine can hide files from a single process. */
function canHideFiles(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    return process.platform === 'linux' && process.arch === 'x64';
  } catch {
    return false;
  }
}

/** Runs in a separate mount namespace, in which the library folder lacks NSS. */
const WITHOUT_NSS = `
  set -e
  folder=$(dirname "$(ldconfig -p | sed -n 's/.*libc\\.so\\.6 .*x86-64.* => //p' | head -n 1)")
  mount -t tmpfs tmpfs "$2"
  mkdir "$2/upper" "$2/work"
  mount -t overlay overlay -o "lowerdir=$folder,upperdir=$2/upper,workdir=$2/work" "$folder"
  rm "$folder"/libnss3.so "$folder"/libnspr4.so
  exec "$0" --input-type=module --eval "$1"
`;

/** Opens a page in the Chromium of the tests. */
const OPEN_PAGE = `
  import { chromium } from '@playwright/test';
  import { CHROMIUM_ARGUMENTS, findTestChromium } from './scripts/chromium.ts';
  const executablePath = await findTestChromium();
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
  const page = await browser.newPage();
  await page.setContent('<p>It runs</p>');
  console.log(JSON.stringify([executablePath, await page.textContent('p')]));
  await browser.close();
`;

test.skipIf(!canHideFiles())(
  'The packaged Chromium runs where libnss3 is missing, with the libraries of its package',
  async () => {
    await rm(CACHE_DIR, { recursive: true, force: true });
    const layers = await mkdtemp(join(tmpdir(), 'beaconpay-layers-'));
    const { stdout } = await run(
      'unshare',
      ['--mount', 'sh', '-c', WITHOUT_NSS, process.execPath, OPEN_PAGE, layers],
      { cwd: PROJECT_DIR, env: { ...process.env, CHROMIUM_PATH: '' } },
    );
    await rm(layers, { recursive: true });
    expect(JSON.parse(stdout)).toEqual([join(CACHE_DIR, 'chromium'), 'It runs']);
  },
);
