import { m } from '../../../paraglide/messages.js';
import { marksToElements, withoutMarks } from './isolated-values.ts';
import type { Locale } from './locale.ts';
import type { Paragraph } from './mail-paragraphs.ts';
import type { Fact } from './occasion.ts';

interface MailPage {
  /** The sender's name in texts. */
  readonly name: string;
  readonly siteUrl: string;
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
  readonly locale: Locale;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A text as HTML, in which values such as addresses are isolated. */
function toHtml(text: string): string {
  return marksToElements(escapeHtml(text));
}

function isRightToLeft(locale: Locale): boolean {
  return m.language_direction({}, { locale }) === 'rtl';
}

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MONOSPACE = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Courier New',monospace";

/** Mail programs without support for style sheets use the inline styles, which have the light colours. */
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0}
@media (prefers-color-scheme:dark){
.page{background-color:#071224!important}
.card{background-color:#0d1d35!important;border-color:#20365a!important}
.ink{color:#e8eef8!important}
.faint{color:#a3b4cd!important}
.link{color:#8dbbff!important}
.code{background-color:#12243f!important;border-color:#20365a!important;color:#e8eef8!important}
}
@media (max-width:600px){
.outer{padding:16px 8px!important}
.inner{padding:24px 20px!important}
.head{padding:20px!important}
}`.replaceAll('\n', '');

function textBlock(text: string): string {
  return `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:24px;overflow-wrap:anywhere;color:#0b1a30">${toHtml(text)}</p>`;
}

function button(label: string, url: string, locale: Locale): string {
  const address = escapeHtml(url);
  return (
    '<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px"><tr>' +
    '<td bgcolor="#ffb938" style="border-radius:10px;background-color:#ffb938">' +
    `<a href="${address}" style="display:inline-block;padding:14px 26px;font-size:16px;line-height:20px;` +
    `font-weight:600;color:#0b1a30;text-decoration:none">${toHtml(label)}</a></td></tr></table>` +
    '<p class="faint" style="margin:0 0 24px;font-size:13px;line-height:20px;color:#52627a">' +
    `${escapeHtml(m.mail_paste_link({}, { locale }))}<br>` +
    `<a href="${address}" dir="ltr" class="link" style="color:#1a56b0;word-break:break-all">${address}</a></p>`
  );
}

function codeBox(label: string, code: string): string {
  return (
    `<p class="faint" style="margin:0 0 8px;font-size:14px;line-height:20px;color:#52627a">${escapeHtml(label)}</p>` +
    '<p class="code" dir="ltr" style="margin:0 0 24px;padding:14px 14px 14px 20px;border:1px solid #dde5ef;border-radius:10px;' +
    `background-color:#eef2f8;font-family:${MONOSPACE};font-size:28px;line-height:36px;font-weight:600;` +
    `letter-spacing:6px;text-align:center;color:#0b1a30">${escapeHtml(code)}</p>`
  );
}

function factRow({ label, value }: Fact, locale: Locale): string {
  const padding = isRightToLeft(locale) ? '4px 0 4px 16px' : '4px 16px 4px 0';
  return (
    `<tr><td class="faint" valign="top" style="padding:${padding};font-size:14px;line-height:22px;` +
    `color:#52627a;white-space:nowrap">${escapeHtml(label)}</td>` +
    '<td class="ink" valign="top" style="padding:4px 0;font-size:14px;line-height:22px;' +
    `overflow-wrap:anywhere;color:#0b1a30">${toHtml(value)}</td></tr>`
  );
}

function factTable(facts: readonly Fact[], locale: Locale): string {
  return (
    '<table role="presentation" class="code" width="100%" cellpadding="0" cellspacing="0" border="0" ' +
    'style="margin:0 0 24px;border:1px solid #dde5ef;border-radius:10px;border-collapse:separate;' +
    'background-color:#eef2f8"><tr><td style="padding:10px 16px">' +
    '<table role="presentation" cellpadding="0" cellspacing="0" border="0">' +
    `${facts.map((fact) => factRow(fact, locale)).join('')}</table></td></tr></table>`
  );
}

function renderParagraph(paragraph: Paragraph, locale: Locale): string {
  switch (paragraph.kind) {
    case 'text':
      return textBlock(paragraph.text);
    case 'action':
      return button(paragraph.label, paragraph.url, locale);
    case 'code':
      return codeBox(paragraph.label, paragraph.code);
    case 'facts':
      return factTable(paragraph.facts, locale);
  }
}

/** The preview text that mail programs show next to the subject. */
function preheaderOf(paragraphs: readonly Paragraph[]): string {
  const first = paragraphs.find(({ kind }) => kind === 'text');
  return first?.kind === 'text' ? first.text : '';
}

/**
 * Renders the HTML part of an email. It loads no images and no fonts, because mail programs block them and
 * they would track the reader. The logo is made of text and colour.
 */
export function layOutMail({ name, siteUrl, subject, paragraphs, locale }: MailPage): string {
  const site = escapeHtml(siteUrl);
  const brand = escapeHtml(name);
  const direction = isRightToLeft(locale) ? 'rtl' : 'ltr';
  return (
    `<!doctype html><html lang="${locale}" dir="${direction}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">' +
    `<title>${escapeHtml(withoutMarks(subject))}</title><style>${STYLE}</style></head>` +
    `<body class="page" lang="${locale}" dir="${direction}" style="margin:0;padding:0;background-color:#f6f8fb;font-family:${FONT}">` +
    `<div style="display:none;max-height:0;overflow:hidden">${toHtml(preheaderOf(paragraphs))}</div>` +
    // Mail programs that remove the page's own elements keep the attributes of tables.
    `<table role="presentation" lang="${locale}" dir="${direction}" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f6f8fb">` +
    '<tr><td class="outer" align="center" style="padding:40px 16px">' +
    '<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" ' +
    'style="max-width:560px;background-color:#ffffff;border:1px solid #dde5ef;border-radius:16px;border-collapse:separate;overflow:hidden">' +
    '<tr><td class="head" bgcolor="#0b2447" style="padding:22px 36px;background-color:#0b2447;border-bottom:4px solid #ffb938;border-radius:15px 15px 0 0">' +
    `<a href="${site}" style="font-size:20px;line-height:28px;font-weight:700;color:#ffffff;text-decoration:none">` +
    `<span style="color:#ffb938">&#9650;</span>&nbsp;${brand}</a></td></tr>` +
    '<tr><td class="inner" style="padding:32px 36px 16px">' +
    `<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:30px;font-weight:700;color:#0b1a30">${toHtml(subject)}</h1>` +
    `${paragraphs.map((paragraph) => renderParagraph(paragraph, locale)).join('')}</td></tr></table>` +
    '<p class="faint" style="margin:20px 0 0;font-size:13px;line-height:20px;color:#52627a">' +
    `<bdi>${brand}</bdi> &middot; <a href="${site}" dir="ltr" class="link" style="color:#1a56b0">${site}</a> &middot; ` +
    `<a href="${site}/support" class="link" style="color:#1a56b0">${escapeHtml(m.mail_support({}, { locale }))}</a></p>` +
    '</td></tr></table></body></html>'
  );
}
