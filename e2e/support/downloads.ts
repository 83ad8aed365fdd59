import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** What the browser saves as a file when `press` is done: its name and its bytes. */
export async function downloadBy(
  page: Page,
  press: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download');
  await press();
  const saved = await download;
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) };
}
