import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { DEFAULT_LOCALE } from '../services/auth/messages/locale.ts';
import { escapeHtml } from '../services/auth/messages/mail-layout.ts';
import { MAIL_KINDS } from '../services/auth/messages/mail-templates.ts';
import { previewMails } from '../services/auth/messages/preview-mails.ts';
import { readCustomTemplates } from '../services/auth/messages/custom-templates.ts';

/**
 * Writes every mail in each language into a folder, as HTML and as text, with an index page. The files have the
 * names of templates: `signup.html` is in the default language, `signup.de.html` in German.
 *
 * @returns the number of mails
 * @throws Error when a template in MAIL_TEMPLATES_DIR is invalid
 */
export async function writeMailPreviews(config: Config, dir: string): Promise<number> {
  const { name, templatesDir } = config.mail;
  const templates = await readCustomTemplates(templatesDir, MAIL_KINDS);
  const { siteUrl, otpExpiryS: expiryS } = config.auth;
  const mails = previewMails({ name, siteUrl, expiryS, templates }).map((preview) => ({
    ...preview,
    file: preview.locale === DEFAULT_LOCALE ? preview.kind : `${preview.kind}.${preview.locale}`,
  }));
  await mkdir(dir, { recursive: true });
  for (const { file, mail } of mails) {
    await writeFile(join(dir, `${file}.html`), mail.html);
    await writeFile(join(dir, `${file}.txt`), `Subject: ${mail.subject}\n\n${mail.text}`);
  }
  const entries = mails.map(
    ({ file, locale, mail }) =>
      `<li><a href="${file}.html"><bdi lang="${locale}">${escapeHtml(mail.subject)}</bdi></a> (<a href="${file}.txt">${file}.txt</a>)</li>`,
  );
  await writeFile(
    join(dir, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mails</title><ul>${entries.join('')}</ul></html>`,
  );
  return mails.length;
}
