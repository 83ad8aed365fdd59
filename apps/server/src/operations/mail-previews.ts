import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { escapeHtml } from '../services/auth/messages/mail-layout.ts';
import { MAIL_KINDS } from '../services/auth/messages/mail-templates.ts';
import { previewMails } from '../services/auth/messages/preview-mails.ts';
import { readCustomTemplates } from '../services/auth/messages/custom-templates.ts';

/**
 * Writes every mail into a folder, as HTML and as text, with an index page.
 *
 * @returns the number of mails
 * @throws Error when a template in MAIL_TEMPLATES_DIR is invalid
 */
export async function writeMailPreviews(config: Config, dir: string): Promise<number> {
  const { name, templatesDir } = config.mail;
  const templates = await readCustomTemplates(templatesDir, MAIL_KINDS);
  const { siteUrl, otpExpiryS: expiryS } = config.auth;
  const mails = previewMails({ name, siteUrl, expiryS, templates });
  await mkdir(dir, { recursive: true });
  for (const { kind, mail } of mails) {
    await writeFile(join(dir, `${kind}.html`), mail.html);
    await writeFile(join(dir, `${kind}.txt`), `Subject: ${mail.subject}\n\n${mail.text}`);
  }
  const entries = mails.map(
    ({ kind, mail }) =>
      `<li><a href="${kind}.html">${escapeHtml(mail.subject)}</a> (<a href="${kind}.txt">${kind}.txt</a>)</li>`,
  );
  await writeFile(
    join(dir, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mails</title><ul>${entries.join('')}</ul></html>`,
  );
  return mails.length;
}
