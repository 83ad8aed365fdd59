import type { Texts } from './texts.ts';

/** The parts of a mail, as texts. */
export interface Page {
  readonly language: string;
  readonly texts: Texts;
  readonly heading: string;
  readonly lines: readonly string[];
  readonly rows: readonly (readonly [label: string, value: string])[];
  /** A text that an administrator wrote. */
  readonly quote: string | null;
  readonly button: { readonly text: string; readonly url: string };
  readonly unsubscribeUrl: string | null;
}

const BRAND = 'BeaconPay';
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Keeps a value in its place in a text of the other direction. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

export function textOf({
  texts,
  heading,
  lines,
  rows,
  quote,
  button,
  unsubscribeUrl,
}: Page): string {
  const parts = [
    heading,
    ...lines,
    rows.map(([label, value]) => `${label}: ${isolated(value)}`).join('\n'),
    ...(quote === null ? [] : [`${texts.labels.reason}:\n${quote}`]),
    `${button.text}:\n${button.url}`,
    [
      '--',
      texts.footer,
      ...(unsubscribeUrl === null ? [] : [`${texts.unsubscribe}: ${unsubscribeUrl}`]),
    ].join('\n'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function rowHtml([label, value]: readonly [string, string]): string {
  return `<tr><th scope="row" style="padding:4px 0;padding-inline-end:16px;text-align:start;font-weight:normal;color:#5b6472;vertical-align:top">${escapeHtml(label)}</th><td style="padding:4px 0;text-align:start;overflow-wrap:anywhere"><bdi>${escapeHtml(value)}</bdi></td></tr>`;
}

function quoteHtml(label: string, quote: string): string {
  const text = escapeHtml(quote).replace(/\r\n|\r|\n/g, '<br>');
  return `<p style="margin:16px 0 4px;color:#5b6472">${escapeHtml(label)}</p>
<blockquote dir="auto" style="margin:0 0 16px;padding:12px 16px;background:#f3f5f8;border-radius:8px">${text}</blockquote>`;
}

/** A page that looks the same in mail programs without style sheets. */
export function htmlOf(page: Page): string {
  const { language, texts, heading, lines, rows, quote, button, unsubscribeUrl } = page;
  const unsubscribe =
    unsubscribeUrl === null
      ? ''
      : ` <a href="${escapeHtml(unsubscribeUrl)}" style="color:#5b6472">${escapeHtml(texts.unsubscribe)}</a>`;
  return `<!doctype html>
<html lang="${escapeHtml(texts.basePath.slice(1) || language.slice(0, 2))}" dir="${texts.direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(heading)}</title></head>
<body style="margin:0;padding:24px;background:#f3f5f8;color:#101828;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px;text-align:start">
<p style="margin:0 0 16px;font-weight:600">${BRAND}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(heading)}</h1>
${lines.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`).join('\n')}
<table role="presentation" style="border-collapse:collapse;margin:0 0 16px">${rows.map(rowHtml).join('')}</table>
${quote === null ? '' : quoteHtml(texts.labels.reason, quote)}
<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 20px;background:#0b5fff;color:#ffffff;border-radius:8px;text-decoration:none">${escapeHtml(button.text)}</a></p>
<p style="margin:24px 0 0;font-size:13px;color:#5b6472">${escapeHtml(texts.footer)}${unsubscribe}</p>
</div>
</body>
</html>
`;
}
