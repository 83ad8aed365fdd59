import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { writeMailPreviews } from './mail-previews.ts';
import { LOCALES } from '../services/auth/messages/locale.ts';
import { MAIL_KINDS } from '../services/auth/messages/mail-templates.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-previews-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const config = loadConfig({
  MAIL_FROM: '"Pay & Co" <mail@pay.example>',
  PUBLIC_URL: 'https://pay.example',
});

/** @covers 8.auth-errors.7 */
test('Every mail has a preview with the same layout, both colour schemes and no external resources', async () => {
  const count = MAIL_KINDS.length * LOCALES.length;
  expect(await writeMailPreviews(config, dir)).toBe(count);
  expect((await readdir(dir)).filter((name) => name.endsWith('.txt'))).toHaveLength(count);
  for (const kind of MAIL_KINDS) {
    const page = await readFile(join(dir, `${kind}.html`), 'utf8');
    const html = page.replaceAll(/<\/?bdi>/g, '');
    const text = await readFile(join(dir, `${kind}.txt`), 'utf8');
    expect(html).toContain('Pay &amp; Co');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(page).not.toMatch(/<img|<script|<link|url\(|@import/);
    const [head = '', ...paragraphs] = text.trimEnd().split('\n\n');
    const subject = head.replace('Subject: ', '').replaceAll('&', '&amp;');
    expect(html).toContain(`>${subject}</h1>`);
    // The plain text has the same lines.
    const lineEnd = /\n|: (?=\d{6}$)|(?<=^(?:When|Device|Network)): /m;
    for (const line of paragraphs.flatMap((one) => one.split(lineEnd))) {
      expect(html).toContain(line.replace(/:$/, '').replaceAll('&', '&amp;'));
    }
  }
});

test('A preview shows the templates of the operator', async () => {
  const templatesDir = join(dir, 'templates');
  await writeMailPreviews(config, templatesDir);
  for (const name of await readdir(templatesDir)) {
    if (name !== 'invite.txt') await rm(join(templatesDir, name));
  }
  await writeFile(join(templatesDir, 'invite.txt'), 'Subject: Come in\n\nYou are welcome.');
  const changed = loadConfig({ MAIL_TEMPLATES_DIR: templatesDir });
  await writeMailPreviews(changed, join(dir, 'previews'));
  const html = await readFile(join(dir, 'previews', 'invite.html'), 'utf8');
  expect(html).toContain('>Come in</h1>');
});

test('Every mail has a preview in each language, without English and with the direction of its language', async () => {
  await writeMailPreviews(config, dir);
  for (const locale of LOCALES.filter((one) => one !== 'en')) {
    for (const kind of MAIL_KINDS) {
      const html = await readFile(join(dir, `${kind}.${locale}.html`), 'utf8');
      const direction = locale === 'ar' ? 'rtl' : 'ltr';
      expect(html).toContain(`<html lang="${locale}" dir="${direction}">`);
      const text = await readFile(join(dir, `${kind}.${locale}.txt`), 'utf8');
      expect(text).not.toMatch(/\b(?:your|account|If|email address|When|Device|Network|expires)\b/);
    }
  }
});
