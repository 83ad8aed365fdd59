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

const OUTCOMES: Readonly<Record<string, string>> = {
  declined: 'The card was declined. Nothing was paid.',
  cancelled: 'This payment was cancelled. Nothing was paid.',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}

function amountOf({ amount_minor, currency }: SandboxSession): string {
  const digits = String(amount_minor).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)} ${currency}`;
}

function contentOf(session: SandboxSession | null): string {
  if (session === null) return '<h1>Payment not found</h1>';
  const facts = `<dl>
    <dt>For</dt><dd>${escape(session.description)}</dd>
    <dt>Amount</dt><dd>${escape(amountOf(session))}</dd>
    <dt>Reference</dt><dd>${escape(session.record_id)}</dd></dl>`;
  const outcome = OUTCOMES[session.status];
  if (outcome !== undefined) {
    return `<h1>${escape(outcome)}</h1>${facts}
      <p><a href="${escape(session.cancel_url)}">Back to BeaconPay</a></p>`;
  }
  return `<h1>Test payment</h1>${facts}
    <form method="post">
      <button name="outcome" value="paid">Pay (test)</button>
      <button name="outcome" value="declined">Decline the card (test)</button>
      <button name="outcome" value="cancelled">Cancel and go back</button>
    </form>`;
}

/** A page without scripts: three buttons are its only controls. */
export function sandboxPage(session: SandboxSession | null): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Test payment – BeaconPay sandbox</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="notice" role="note"><strong>This is a test.</strong> You won't be asked for a card, and no money is moved.
No card provider is set up, so this test page takes its place.</p>
${contentOf(session)}
</main>
</body>
</html>`;
}
