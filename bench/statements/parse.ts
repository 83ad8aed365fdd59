/**
 * `node bench/statements/parse.ts [--quick]`: how long the worker of the built web app parses statements of 100,000
 * lines in Chromium. Writes bench/RESULTS-statements-browser.md.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { buildWebIfStale, WEB_BUILD_DIR } from '../../scripts/build-web.ts';
import { findTestChromium, TEST_CHROMIUM_ARGUMENTS } from '../../scripts/chromium.ts';
import { readOptions } from '../options.ts';
import { currentLoad, describeMachine } from '../shared/machine.ts';
import { markdownTable, verdict, writeMarkdown } from '../shared/markdown.ts';
import { medianOf } from '../shared/statistics.ts';
import { createStatementFiles, type StatementFile } from './files.ts';

const LINES = 100_000;
const QUICK_LINES = 2_000;
const RUNS = 3;
const TARGET_MS = 5000;
const MEBIBYTE = 1024 * 1024;
/** Some formats need more than 20 MiB for 100,000 lines. */
const MAX_BYTES = 500 * MEBIBYTE;
const ORIGIN = 'http://localhost';

/** The bundle of apps/web/src/features/statements/statement-worker.ts. */
async function readWorkerCode(): Promise<string> {
  const names = await readdir(WEB_BUILD_DIR, { recursive: true });
  const name = names.find((file) => /statement-worker-[\w-]+\.js$/.test(file));
  if (name === undefined) throw new Error('statements: the build has no worker');
  return readFile(join(WEB_BUILD_DIR, name), 'utf8');
}

interface Message {
  readonly type: string;
  readonly summary?: { readonly lineCount: number };
  readonly problem?: { readonly key: string };
}

/** From the request of the page until the worker has the lines with their keys. */
function parseInPage({ code, maxBytes }: { code: string; maxBytes: number }): Promise<{
  ms: number;
  lines: number;
}> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(URL.createObjectURL(new Blob([code])), { type: 'module' });
    let startedAt = 0;
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    worker.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.type === 'opened') {
        worker.postMessage({ type: 'parse', options: { limits: { maxBytes } } });
      } else if (data.type === 'parsed') {
        worker.terminate();
        resolve({ ms: performance.now() - startedAt, lines: data.summary?.lineCount ?? 0 });
      } else if (data.type === 'refused') {
        reject(new Error(`statements: refused as ${data.problem?.key ?? ''}`));
      }
    });
    void fetch('/statement')
      .then((response) => response.arrayBuffer())
      .then((buffer) => {
        const bytes = new Uint8Array(buffer);
        startedAt = performance.now();
        worker.postMessage({ type: 'open', bytes }, [bytes.buffer]);
      })
      .catch(reject);
  });
}

async function measure(page: Page, code: string, { format, bytes }: StatementFile, lines: number) {
  await page.route(`${ORIGIN}/statement`, (route) => route.fulfill({ body: Buffer.from(bytes) }));
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { ms, lines: parsed } = await page.evaluate(parseInPage, { code, maxBytes: MAX_BYTES });
    if (parsed !== lines) throw new Error(`statements: ${format} has ${parsed} lines`);
    times.push(ms);
  }
  await page.unroute(`${ORIGIN}/statement`);
  const ms = medianOf(times);
  return [
    format,
    (bytes.length / MEBIBYTE).toFixed(1),
    (ms / 1000).toFixed(2),
    verdict(ms <= TARGET_MS),
  ];
}

const options = readOptions(process.argv.slice(2));
const machine = describeMachine(currentLoad(), {});
const lines = options.isQuick ? QUICK_LINES : LINES;
await buildWebIfStale();
const code = await readWorkerCode();
const browser = await chromium.launch({
  executablePath: await findTestChromium(),
  args: TEST_CHROMIUM_ARGUMENTS,
});
try {
  const page = await browser.newPage();
  await page.route(`${ORIGIN}/`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(`${ORIGIN}/`);
  const rows: string[][] = [];
  for (const file of createStatementFiles(lines)) rows.push(await measure(page, code, file, lines));
  const report = `# Statements in the browser

Written by \`node bench/statements/parse.ts\`: the worker of the built web app parses ${lines.toLocaleString('en-US')} lines in Chromium, from the bytes to lines with keys. Medians of ${RUNS} runs.

${machine.join('\n')}

${markdownTable(['Format', 'MiB', 'Time in s', 'Target: 5 s'], rows)}
`;
  console.log(report);
  await writeMarkdown(join(options.resultsDir, 'RESULTS-statements-browser.md'), report);
} finally {
  await browser.close();
}
