import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** Resolves to the name and the bytes of the file that `press` downloads. */
export async function downloadBy(
  page: Page,
  press: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download');
  await press();
  const saved = await download;
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) };
}
