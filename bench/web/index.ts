import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findFreePort } from '@beaconpay/server/platform/free-port';
import { CHROMIUM_ARGUMENTS, findChromium } from '../../scripts/chromium.ts';
import type { BenchOptions } from '../options.ts';
import { currentLoad, describeMachine } from '../shared/machine.ts';
import { writeMarkdown } from '../shared/markdown.ts';
import { measureLighthouse } from './measure-lighthouse.ts';
import { measureViews } from './measure-views.ts';
import { languageTable, lighthouseTable, viewTable, webReport } from './report.ts';
import { ALL_VIEWS, LANGUAGE_HOMES, LIGHTHOUSE_PATHS, SOME_VIEWS } from './routes.ts';
import { serveSite } from './served-site.ts';

const LIGHTHOUSE_RUNS = 3;

/** Measures the screens' budgets, prints the figures and writes them down. */
export async function runWebBench(options: BenchOptions): Promise<void> {
  const loadBefore = currentLoad();
  const dataDir = join(options.dataDir, 'web');
  await mkdir(dataDir, { recursive: true });
  const site = await serveSite(dataDir);
  const debuggingPort = await findFreePort();
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    // The cache is part of what is measured.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: [...CHROMIUM_ARGUMENTS, `--remote-debugging-port=${String(debuggingPort)}`],
  });
  try {
    const lighthouse = await measureLighthouse(
      site.url,
      LIGHTHOUSE_PATHS,
      options.isQuick ? 1 : LIGHTHOUSE_RUNS,
      debuggingPort,
    );
    const views = await measureViews(browser, site, options.isQuick ? SOME_VIEWS : ALL_VIEWS);
    const languages = await measureViews(browser, site, LANGUAGE_HOMES);
    const tables = [viewTable(views), languageTable(languages), lighthouseTable(lighthouse)];
    console.log(`\n${tables.join('\n\n')}\n`);
    const machine = describeMachine(loadBefore, {
      Chromium: browser.version(),
      Lighthouse: lighthouse[0]?.version ?? 'unknown',
    });
    const path = join(options.resultsDir, 'RESULTS-web.md');
    await writeMarkdown(path, webReport({ views, languages, lighthouse }, machine));
    console.log(`Written to ${path}`);
  } finally {
    await browser.close();
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
