import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import type { FakeBackend } from './support/backend.ts';
import { expectCount, expectNone, expectText, expectToast, expectValue } from './support/looks.ts';
import { bodiesOf, openRecords, recordRow } from './support/records.ts';
import { PHONE } from './support/screen.tsx';

const rows = () => page.getByRole('table').getByRole('row');
const search = page.getByLabelText('Search', { exact: true });
const dialog = page.getByRole('dialog');
const id = (place: number) => `${'abcdef'[place] ?? '0'}0000000-0000-4000-8000-000000000000`;
const exportButton = page.getByRole('button', { name: 'Export records as CSV' });
const filterOf = (backend: FakeBackend) =>
  (bodiesOf(backend, 'rpc/search_records').at(-1) as { filter: object }).filter;
const urlParameter = (name: string) => new URLSearchParams(window.location.search).get(name);

const PAGE = [
  recordRow(id(0), { flag: 3, assignee_name: 'Ada Lovelace' }),
  recordRow(id(1), { held_until: '2100-01-01T00:00:00Z', kind: 'mobile_recharge' }),
  recordRow(id(2), { status: 'manual_payment_approved', corrected_at: '2026-11-02T00:00:00Z' }),
];

test('The list shows the state, the checks and the assignee of each record', async () => {
  await openRecords('/admin/records', [PAGE]);
  await expectCount(rows(), 4);
  await expectText(rows().nth(1), 'Card order', 'Katherine Johnson', 'Alarm', 'Ada Lovelace');
  await expectText(rows().nth(2), 'Mobile recharge', 'On hold until');
  await expectText(rows().nth(3), 'manual payment approved', 'Corrected');
  await expect.element(page.getByText('3 records', { exact: true })).toBeVisible();
  await expectAccessible();
});

test('Each filter is sent and is stored in the URL', async () => {
  const backend = await openRecords(
    '/admin/records?text=zoe&status=manual_payment_rejected&kind=card_order&method=bank_transfer&country=UK&flag=2&assignee=none&held=false&amountMin=5&amountMax=20&sort=amount_desc',
    [PAGE],
  );
  await expect.poll(() => bodiesOf(backend, 'rpc/search_records').length).toBeGreaterThan(0);
  expect(filterOf(backend)).toEqual({
    text: 'zoe',
    status: ['manual_payment_rejected'],
    kind: ['card_order'],
    method: ['bank_transfer'],
    country: ['UK'],
    flag: 2,
    assignee: 'none',
    held: false,
    amount_min: '5',
    amount_max: '20',
    sort: 'amount_desc',
  });
  await page.getByLabelText('Status').selectOptions('completed');
  await expect.poll(() => filterOf(backend)).toMatchObject({ status: ['completed'] });
  expect(urlParameter('status')).toBe('completed');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => filterOf(backend)).toEqual({ sort: 'newest' });
  expect(window.location.search).toBe('');
});

test('A search text is sent after the administrator stops typing', async () => {
  const backend = await openRecords('/admin/records?after=x', [PAGE]);
  await search.fill('  O’Neil %_');
  await expect.poll(() => filterOf(backend)).toMatchObject({ text: 'O’Neil %_' });
  expect(urlParameter('after')).toBeNull();
});

test('Next opens the page after the last row, and First page returns to the start', async () => {
  const cursor = { created_at: '2026-11-01T12:00:00Z', id: `${id(2).slice(0, -1)}1`, amount: 15 };
  const first = PAGE.map((row, index) => (index === 2 ? { ...row, next_cursor: cursor } : row));
  const backend = await openRecords('/admin/records', [first, [recordRow(id(3))]]);
  const pager = page.getByRole('navigation', { name: 'Records pages' });
  await pager.getByRole('button', { name: 'Next' }).click();
  await expectCount(rows(), 2);
  expect(bodiesOf(backend, 'rpc/search_records').at(-1)).toMatchObject({
    after: { ...cursor, amount: '15' },
  });
  await pager.getByRole('button', { name: 'First page' }).click();
  await expectCount(rows(), 4);
});

test('An empty list fits the width of a phone, and its filters can be cleared', async () => {
  await page.viewport(PHONE.width, PHONE.height);
  await openRecords('/admin/records?text=none', [[]]);
  await expect.element(page.getByText('No records found')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(PHONE.width);
  await expectAccessible();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expectValue(search, '');
});

test('The keys j and k move through the list, / focuses the search and ? lists the keys', async () => {
  await openRecords('/admin/records', [PAGE]);
  await expectCount(rows(), 4);
  const link = (place: number) => page.getByRole('link', { name: id(place).slice(0, 8) });
  await userEvent.keyboard('j');
  await expect.element(link(0)).toHaveFocus();
  await userEvent.keyboard('jjj');
  await expect.element(link(2)).toHaveFocus();
  await userEvent.keyboard('k');
  await expect.element(link(1)).toHaveFocus();
  await userEvent.keyboard('?');
  await expect.element(dialog).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expectNone(dialog);
  await userEvent.keyboard('/');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('jk?/');
  await expectValue(search, 'jk?/');
  await expectNone(dialog);
});

test('An export shows its progress, can be cancelled, and shows an error if it fails', async () => {
  const cursor = { created_at: '2026-11-01T12:00:00Z', id: `${id(0).slice(0, -1)}1`, amount: 15 };
  let isSecondPageRequested = false;
  const backend = await openRecords('/admin/records', [PAGE], (fake) =>
    fake.respond('POST /rest/v1/rpc/search_records', ({ body }) => {
      if ((body as { page_size: number }).page_size < 1000) return Response.json(PAGE);
      if ('after' in (body as object)) {
        isSecondPageRequested = true;
        // The second page never arrives.
        return new Promise<Response>(() => undefined);
      }
      return Response.json(PAGE.map((row) => ({ ...row, next_cursor: cursor })));
    }),
  );
  await exportButton.click();
  await expect.element(page.getByRole('button', { name: '3 rows exported…' })).toBeVisible();
  await expect.poll(() => isSecondPageRequested).toBe(true);
  await expectAccessible();
  await page.getByRole('button', { name: 'Cancel export' }).click();
  await expect.element(exportButton).toHaveFocus();
  await expectNone(page.getByRole('button', { name: 'Cancel export' }));
  backend.respond('POST /rest/v1/rpc/search_records', () =>
    Response.json({ code: 'XX000', message: 'down' }, { status: 500 }),
  );
  await exportButton.click();
  await expectToast('Export failed');
});

test('A view is saved with the current filter and can be opened, and only its owner can remove it', async () => {
  const view = { id: 'v1', name: 'Mine', filter: { flag: 2 }, is_shared: false };
  const backend = await openRecords('/admin/records?held=true', [PAGE], (fake) => {
    fake.respond('GET /rest/v1/record_views', ({ query }) =>
      Response.json([
        { ...view, owner_id: 'another' },
        { ...view, id: 'v2', name: 'Team', is_shared: true, owner_id: query.get('x') },
      ]),
    );
    fake.respond('POST /rest/v1/record_views', () => new Response(null, { status: 201 }));
  });
  await page.getByRole('button', { name: 'Saved views' }).click();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect.element(dialog.getByText('Enter a name for the view.')).toBeVisible();
  await dialog.getByLabelText('Name of the view').fill('On hold');
  await dialog.getByLabelText('Share with all administrators').click();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expectToast('View saved');
  expect(bodiesOf(backend, 'record_views')).toEqual([
    { name: 'On hold', is_shared: true, filter: { held: true, sort: 'newest' } },
  ]);
  await expectNone(dialog.getByRole('button', { name: 'Remove Mine' }));
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Mine', exact: true }).click();
  await expect.poll(() => filterOf(backend)).toEqual({ flag: 2, sort: 'newest' });
});
