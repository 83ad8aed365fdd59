import { isRightToLeft, type Locale, type Text } from '../_shared/language.ts';
import { m } from '../_shared/paraglide/messages.js';
import type { SandboxSession } from '../_shared/sandbox.ts';

const STYLE = `
  body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; background: #f4f4f5; color: #18181b; }
  main { max-width: 28rem; margin: 3rem auto; padding: 0 1rem; }
  .notice { background: #fef3c7; color: #713f12; border: 2px dashed #b45309; border-radius: .75rem; padding: 1rem; }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; }
  dt { color: #52525b; } dd { margin: 0; text-align: end; font-weight: 700; overflow-wrap: anywhere; }
  form { display: grid; gap: .75rem; }
  button { font: inherit; font-weight: 700; padding: .75rem; border-radius: .5rem; border: 1px solid #71717a; background: #fff; color: inherit; cursor: pointer; }
  button[value=paid] { background: #166534; border-color: #166534; color: #fff; }
  @media (prefers-color-scheme: dark) {
    body { background: #18181b; color: #fafafa; } dt { color: #a1a1aa; } button { background: #27272a; }
  }`;

const OUTCOMES: Readonly<Record<string, Text>> = {
  declined: m.sandbox_declined,
  cancelled: m.sandbox_cancelled,
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}

function amountOf({ amount_minor, currency }: SandboxSession, locale: Locale): string {
  const number = new Intl.NumberFormat(m.language_locale({}, { locale }), {
    minimumFractionDigits: 2,
    useGrouping: false,
  }).format(amount_minor / 100);
  return `${number} ${currency}`;
}

function contentOf(session: SandboxSession | null, locale: Locale): string {
  const text = (message: Text) => escape(message({}, { locale }));
  if (session === null) return `<h1>${text(m.sandbox_not_found)}</h1>`;
  const facts = `<dl>
    <dt>${text(m.sandbox_for)}</dt><dd>${escape(session.description)}</dd>
    <dt>${text(m.sandbox_amount)}</dt><dd><bdi>${escape(amountOf(session, locale))}</bdi></dd>
    <dt>${text(m.sandbox_reference)}</dt><dd><bdi dir="ltr">${escape(session.record_id)}</bdi></dd></dl>`;
  const outcome = OUTCOMES[session.status];
  if (outcome !== undefined) {
    return `<h1>${text(outcome)}</h1>${facts}
      <p><a href="${escape(session.cancel_url)}">${text(m.sandbox_back)}</a></p>`;
  }
  return `<h1>${text(m.sandbox_heading)}</h1>${facts}
    <form method="post">
      <button name="outcome" value="paid">${text(m.sandbox_pay)}</button>
      <button name="outcome" value="declined">${text(m.sandbox_decline)}</button>
      <button name="outcome" value="cancelled">${text(m.sandbox_cancel)}</button>
    </form>`;
}

/** A page without scripts: three buttons are its only controls. */
export function sandboxPage(session: SandboxSession | null, locale: Locale): string {
  const text = (message: Text) => escape(message({}, { locale }));
  return `<!doctype html>
<html lang="${locale}" dir="${isRightToLeft(locale) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${text(m.sandbox_title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="notice" role="note"><strong>${text(m.sandbox_test)}</strong> ${text(m.sandbox_notice)}</p>
${contentOf(session, locale)}
</main>
</body>
</html>`;
}
