import type { Locator, Page } from '@playwright/test';
import { createCustomer, signIn, signInAdministrator, type Person } from './support/people.ts';
import { drawPicture, withMetadata } from './support/pictures.ts';
import { readProfile, submitOrder } from './support/records.ts';
import { findPendingRow, panelAtNewest } from './support/pending-list.ts';
import { accountMenu } from './support/signing-in.ts';
import { expect, expectGoodScreen, PICTURED, test, toastOf } from './support/test.ts';

const UPLOADED = /\/storage\/v1\/object\/public\/avatars\/[0-9a-f-]{36}\/[a-z]{20}\.(webp|jpg)$/;

async function openEditDialog(page: Page, person: Person): Promise<Locator> {
  await signIn(page, person);
  await page.goto('/personal');
  return openAgain(page);
}

async function openAgain(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await expect(dialog.getByRole('group', { name: 'Picture' })).toBeVisible();
  return dialog;
}

async function choose(dialog: Locator, name: string, mimeType: string, buffer: Buffer) {
  await dialog.getByLabel('Picture file').setInputFiles({ name, mimeType, buffer });
}

async function save(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toastOf(page)).toContainText('Profile Updated');
  await expect(dialog).toBeHidden();
}

/** A picture of more than 20 MB. The page creates it, so the test sends no large file to the browser. */
async function chooseLarge(dialog: Locator, png: Buffer) {
  await dialog.getByLabel('Picture file').evaluate(
    (input: HTMLInputElement, start) => {
      const parts = [new Uint8Array(start), new Uint8Array(20 * 1024 * 1024)];
      const chosen = new DataTransfer();
      chosen.items.add(new File(parts, 'picture.png', { type: 'image/png' }));
      input.files = chosen.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
    [...png],
  );
}

/** Waits until the cropper has drawn the picture and reported the selected part. */
async function untilCroppable(dialog: Locator): Promise<Locator> {
  const visiblePart = dialog.getByRole('group', { name: /^Crop area/ });
  await expect(visiblePart).toBeVisible();
  return visiblePart;
}

const menuPicture = (page: Page) => accountMenu(page).locator('img');

async function filesOf({ client, userId }: Person): Promise<string[]> {
  const { data, error } = await client.storage.from('avatars').list(userId);
  if (error) throw error;
  return data.map(({ name }) => `${userId}/${name}`);
}

/** The colors in the middle of the left half and of the right half of an image. */
function colorsOf(image: Locator): Promise<string[]> {
  return image.evaluate(async (element: HTMLImageElement) => {
    await element.decode();
    const { naturalWidth: width, naturalHeight: height } = element;
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d');
    context?.drawImage(element, 0, 0);
    const colorAt = (x: number) => {
      const [red = 0, , blue = 0] = context?.getImageData(x, height / 2, 1, 1).data ?? [];
      return red > blue ? 'red' : 'blue';
    };
    return [colorAt(Math.floor(width / 4)), colorAt(Math.floor((width * 3) / 4))];
  });
}

/** @covers 2.navigation.5 */
test('A picture from a file is shown on all screens, survives a reload, and is replaced and removed', async ({
  page,
  context,
}) => {
  const person = await createCustomer({ fullName: 'Grace Hopper' });
  const dialog = await openEditDialog(page, person);
  await choose(dialog, 'me.png', 'image/png', await drawPicture(page, 'image/png'));
  await untilCroppable(dialog);
  await save(page, dialog);

  await expect(menuPicture(page)).toHaveAttribute('src', UPLOADED);
  await expect(page.getByRole('main').locator('[data-slot=avatar] img')).toHaveCount(1);
  await page.reload();
  await expect(menuPicture(page)).toBeVisible();
  expect(await colorsOf(menuPicture(page))).toEqual(['red', 'blue']);
  const [first, ...others] = await filesOf(person);
  expect(others).toEqual([]);
  expect(await readProfile(person)).toMatchObject({
    avatar_url: `/storage/v1/object/public/avatars/${first ?? ''}`,
  });

  // The administrator sees it beside the name.
  const orderId = await submitOrder(person);
  const adminContext = await context.browser()?.newContext();
  if (adminContext === undefined) throw new Error('no browser');
  const adminPage = await adminContext.newPage();
  const administrator = await signInAdministrator();
  await signIn(adminPage, administrator);
  await adminPage.goto(`${await panelAtNewest(administrator)}&search=${person.email}`);
  const userRow = adminPage.getByRole('table', { name: 'Users' }).getByRole('row').filter({
    hasText: person.email,
  });
  await expect(userRow.locator('img')).toHaveAttribute('src', UPLOADED);
  const pending = await findPendingRow(adminPage, 'Pending card orders', orderId.slice(0, 8));
  await expect(pending.locator('img')).toHaveAttribute('src', UPLOADED);
  await adminContext.close();

  const again = await openAgain(page);
  await choose(again, 'me.jpg', 'image/jpeg', await drawPicture(page, 'image/jpeg'));
  await untilCroppable(again);
  await save(page, again);
  await expect(menuPicture(page)).not.toHaveAttribute('src', new RegExp(`${first ?? 'none'}$`));
  await expect.poll(async () => (await filesOf(person)).length).toBe(1);
  expect(await filesOf(person)).not.toContain(first);

  const last = await openAgain(page);
  await last.getByRole('button', { name: 'Remove' }).click();
  await expect(last.getByText('It will be removed when you save.')).toBeVisible();
  await save(page, last);
  await expect(accountMenu(page)).toHaveText('GR');
  expect(await readProfile(person)).toMatchObject({ avatar_url: null });
  await expect.poll(() => filesOf(person)).toEqual([]);
});

/** @covers security.files.7 */
test('A stored picture is a small square without EXIF data, and the arrow keys crop it', async ({
  page,
}) => {
  const person = await createCustomer();
  const dialog = await openEditDialog(page, person);
  const drawn = await drawPicture(page, 'image/jpeg', { width: 1200, height: 600 });
  const photo = withMetadata(drawn, 'GPSLatitude 38.8719 N');
  await choose(dialog, 'photo.jpg', 'image/jpeg', photo);
  const visiblePart = await untilCroppable(dialog);
  await visiblePart.focus();
  // Far enough to the left that only the right half stays visible.
  for (let press = 0; press < 40; press += 1) await page.keyboard.press('ArrowLeft');
  await save(page, dialog);
  await expect(menuPicture(page)).toBeVisible();
  const [left, right] = await colorsOf(menuPicture(page));
  expect(left).toBe(right);

  const [path] = await filesOf(person);
  const { data } = await person.client.storage.from('avatars').download(path ?? '');
  const bytes = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect(bytes.length).toBeGreaterThan(100);
  expect(bytes.toString('latin1')).not.toContain('GPSLatitude');
  expect(bytes.toString('latin1')).not.toContain('Exif');
  expect(
    await menuPicture(page).evaluate((image: HTMLImageElement) => [
      image.naturalWidth,
      image.naturalHeight,
    ]),
  ).toEqual([512, 512]);
});

/** @covers security.files.6 */
test('A file with a wrong type, a damaged one and a large one are refused with the reason, and nothing is sent', async ({
  page,
}) => {
  const person = await createCustomer();
  const dialog = await openEditDialog(page, person);
  const png = await drawPicture(page, 'image/png');
  const refused = dialog.getByRole('alert');

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
  await choose(dialog, 'picture.png', 'image/png', svg);
  await expect(refused).toHaveText('Please choose a PNG, JPEG or WebP picture.');

  await choose(dialog, 'picture.png', 'image/png', png.subarray(0, 40));
  await expect(refused).toHaveText("We can't read this picture. The file may be damaged.");

  await chooseLarge(dialog, png);
  await expect(refused).toHaveText('This file is too large. Pictures can be up to 20 MB.');

  // The name and the declared type of a file do not matter.
  await choose(dialog, 'notes.txt', 'text/plain', png);
  await untilCroppable(dialog);
  await expect(refused).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await save(page, dialog);
  expect(await filesOf(person)).toEqual([]);
});

test(
  'A failed save keeps the form and the picture, and leaves no file',
  PICTURED,
  async ({ page, expectedConsoleErrors }) => {
    expectedConsoleErrors.push('Failed to load resource');
    const person = await createCustomer();
    const dialog = await openEditDialog(page, person);
    await choose(dialog, 'me.png', 'image/png', await drawPicture(page, 'image/png'));
    await untilCroppable(dialog);
    await expectGoodScreen(page, 'personal-edit-picture', '[role=dialog]');
    await page.route('**/rest/v1/profiles?*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 400, json: { code: '23514', message: 'Try again later' } })
        : route.fallback(),
    );
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toastOf(page)).toContainText('Try again later');
    await expect.poll(() => filesOf(person)).toEqual([]);
    await untilCroppable(dialog);
    await page.unroute('**/rest/v1/profiles?*');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog).toBeHidden();
    await expect(menuPicture(page)).toBeVisible();
    expect(await filesOf(person)).toHaveLength(1);
  },
);

/** @covers 2.business.1 */
test('A business uploads its logo, removes it, and enters the URL of another one', async ({
  page,
}) => {
  const person = await createCustomer({ accountType: 'business' });
  await signIn(page, person);
  await page.goto('/business');
  const open = async () => {
    await page.getByRole('button', { name: 'Edit Company' }).click();
    return page.getByRole('dialog', { name: 'Edit Company' });
  };
  const dialog = await open();
  await expect(dialog.getByLabel('Logo URL')).toBeVisible();
  await dialog.getByLabel('Logo file').setInputFiles({
    name: 'logo.webp',
    mimeType: 'image/webp',
    buffer: await drawPicture(page, 'image/webp'),
  });
  await untilCroppable(dialog);
  await expect(dialog.getByLabel('Logo URL')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  const logo = page.getByRole('main').locator('[data-slot=avatar] img');
  await expect(logo).toHaveAttribute('src', UPLOADED);

  const again = await open();
  await again.getByRole('button', { name: 'Remove' }).click();
  await again.getByRole('button', { name: 'Save Changes' }).click();
  await expect(again).toBeHidden();
  await expect(logo).toHaveCount(0);
  await expect.poll(() => filesOf(person)).toEqual([]);
  await expect((await open()).getByLabel('Logo URL')).toHaveValue('');
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 812 } });

  test('The camera is offered on a phone', async ({ page }) => {
    const dialog = await openEditDialog(page, await createCustomer());
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Take a photo' }).click();
    await chooser;
    await expect(dialog.getByLabel('Picture from the camera')).toHaveAttribute('capture', 'user');
  });
});
