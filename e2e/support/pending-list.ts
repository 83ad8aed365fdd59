import { expect, type Locator, type Page } from '@playwright/test';

const SHORT_ID = /^[0-9a-f]{8}$/;

/**
 * The row of a pending record on the administrator's desk; other tests' records
 * stand before it, maybe pages of them.
 *
 * @param list the list's name on screen
 * @param text something only this record's row shows, its short id or its reference
 */
export async function findPendingRow(page: Page, list: string, text: string): Promise<Locator> {
  const table = page.getByRole('table', { name: list });
  // Rows may name another record's short id: the one whose reference was used before.
  const row = SHORT_ID.test(text)
    ? table.getByRole('row').filter({ has: page.getByRole('button', { name: `Review ${text}` }) })
    : table.getByRole('row').filter({ hasText: text });
  const next = page.getByRole('navigation', { name: list }).getByRole('button', { name: 'Next' });
  await expect(async () => {
    await expect(table.getByRole('row').nth(1)).toBeVisible();
    if ((await row.count()) === 0) await next.click({ timeout: 1_000 });
    await expect(row).toBeVisible({ timeout: 500 });
  }).toPass();
  return row;
}
