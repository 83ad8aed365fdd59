import { expect, type Locator, type Page } from '@playwright/test';
import type { Person } from './people.ts';

const SHORT_ID = /^[0-9a-f]{8}$/;
const PAGE_SIZE = 10;
/** Other tests can decide this many records between the count and the page view. A page beyond the end is empty. */
const SPARE = 2;

const pendingIn = ({ client }: Person, table: string) =>
  client
    .from(table)
    .select('id', { count: 'exact', head: true })
    .eq('status', 'pending_manual_verification');

/** The path of the panel with the last page of both lists, which has the newest records. */
export async function panelAtNewest(administrator: Person): Promise<string> {
  const pages = ['orders', 'recharges'].map(async (table) => {
    const { count, error } = await pendingIn(administrator, table);
    if (error) throw error;
    return [table, String(Math.max(1, Math.ceil(((count ?? 0) - SPARE) / PAGE_SIZE)))];
  });
  return `/admin/panel?${new URLSearchParams(await Promise.all(pages)).toString()}`;
}

/** The path of the panel with the current page of the order with this reference. */
export async function panelWithOrder(administrator: Person, reference: string): Promise<string> {
  const order = await administrator.client
    .from('orders')
    .select('created_at')
    .eq('transaction_reference', reference)
    .single<{ created_at: string }>();
  if (order.error) throw order.error;
  const before = await pendingIn(administrator, 'orders').lt('created_at', order.data.created_at);
  if (before.error) throw before.error;
  return `/admin/panel?orders=${String(Math.floor((before.count ?? 0) / PAGE_SIZE) + 1)}`;
}

/**
 * The row of a pending record in the admin panel. Records of other tests can move it to another page, so the
 * search goes to the last page first, and then back.
 *
 * @param list the list's name on screen
 * @param text a text that only the row of this record has: its short id or its reference
 */
export async function findPendingRow(page: Page, list: string, text: string): Promise<Locator> {
  const table = page.getByRole('table', { name: list });
  // A row can contain the short id of an earlier record with the same reference.
  const row = SHORT_ID.test(text)
    ? table.getByRole('row').filter({ has: page.locator('code', { hasText: text }) })
    : table.getByRole('row').filter({ hasText: text });
  const settled = page.locator('[aria-busy=false]').filter({ has: table });
  const pages = page.getByRole('navigation', { name: list });
  const [next, previous] = [
    pages.getByRole('button', { name: 'Next' }),
    pages.getByRole('button', { name: 'Previous' }),
  ];
  let direction = next;
  await expect(async () => {
    await expect(settled).toBeVisible();
    if ((await row.count()) > 0) return;
    if ((await direction.getAttribute('aria-disabled')) === 'true')
      direction = direction === next ? previous : next;
    const before = await pages.innerText();
    await direction.click({ timeout: 1_000 });
    await expect(pages).not.toHaveText(before, { timeout: 1_000, useInnerText: true });
    await expect(settled).toBeVisible();
    expect(await row.count()).toBeGreaterThan(0);
  }).toPass({ intervals: [0] });
  await expect(row).toBeVisible();
  return row;
}

/** The review of a pending record, opened from its row. */
export async function openReview(page: Page, list: string, id: string): Promise<Locator> {
  const row = await findPendingRow(page, list, id.slice(0, 8));
  await row.getByRole('button', { name: /^Review/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Review/ });
  await expect(dialog).toBeVisible();
  return dialog;
}
