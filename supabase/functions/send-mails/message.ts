import type { ClaimedMail } from './claimed-mail.ts';
import { htmlOf, textOf, type Page } from './layout.ts';
import { textsFor, type Label, type MailKind, type Texts, type Words } from './texts.ts';

export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Links {
  /** The origin of the web application. */
  readonly site: string;
}

function kindOf({ kind, detail }: ClaimedMail): MailKind {
  if (kind !== 'corrected') return kind;
  return detail.status === 'manual_payment_approved' ? 'corrected_approved' : 'corrected_rejected';
}

/** The page that the button opens. `again` makes a form start with the values of that record. */
function pathOf(kind: MailKind, { record, record_id: id }: ClaimedMail): string {
  switch (kind) {
    case 'needs_action':
    case 'rejected':
    case 'corrected_rejected':
    case 'expired':
      return record?.type === 'mobile_recharge'
        ? `/mobile-recharge?again=${id ?? ''}`
        : `/cards?tab=order&again=${id ?? ''}`;
    case 'card_delivered':
      return '/cards';
    case 'digest':
    case 'queue_alarm':
      return '/admin/records';
    case 'delivery_alarm':
      return '/admin/deliveries';
    default:
      return '/personal?tab=history';
  }
}

function formatAmount(amount: string, currency: string, texts: Texts): string {
  // The decimal text is formatted without a binary fraction.
  const exact = amount as `${number}`;
  return new Intl.NumberFormat(texts.locale, { style: 'currency', currency }).format(exact);
}

function formatDay(value: string, texts: Texts): string {
  return new Intl.DateTimeFormat(texts.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(value),
  );
}

function formatMinute(value: string, texts: Texts): string {
  return new Intl.DateTimeFormat(texts.locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(value));
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function recordRows({ record, record_id: id }: ClaimedMail, texts: Texts): [Label, string][] {
  if (record === null || id === null) return [];
  const isCard = record.type === 'card_order';
  const item = isCard ? capitalized(record.item) : record.item;
  return [
    ['item', (isCard ? texts.card : texts.recharge).replace('{item}', () => item)],
    ['amount', formatAmount(record.amount, record.currency, texts)],
    ['created_at', formatDay(record.created_at, texts)],
    ['reference', id.slice(0, 8)],
  ];
}

/** What a customer still has to pay, and by when. */
function paymentRows({ record, detail }: ClaimedMail, texts: Texts): [Label, string][] {
  const rows: [Label, string][] = [];
  for (const label of ['received_amount', 'missing_amount'] as const) {
    const amount = detail[label];
    if (typeof amount === 'string' && record !== null) {
      rows.push([label, formatAmount(amount, record.currency, texts)]);
    }
  }
  if (typeof detail.payment_code === 'string') rows.push(['payment_code', detail.payment_code]);
  if (typeof detail.pay_by === 'string') {
    rows.push(['pay_by', formatMinute(detail.pay_by, texts)]);
  }
  return rows;
}

/** The figures of a mail to administrators, in the order of the labels. */
const FIGURES = [
  'day',
  'received',
  'approved',
  'rejected',
  'pending',
  'count',
  'oldest',
  'audit_head',
] as const;

function figureRows({ detail }: ClaimedMail, texts: Texts): [Label, string][] {
  return FIGURES.flatMap((label): [Label, string][] => {
    const value = detail[label];
    if (typeof value === 'number') {
      return [[label, new Intl.NumberFormat(texts.locale).format(value)]];
    }
    if (typeof value !== 'string') return [];
    return [[label, label === 'audit_head' ? value : formatDay(value, texts)]];
  });
}

function unsubscribeHeaders(mail: ClaimedMail, page: string): Record<string, string> {
  const { functions_url: functions, unsubscribe_token: token } = mail;
  if (functions?.startsWith('https://') !== true || token === null) {
    return { 'List-Unsubscribe': `<${page}>` };
  }
  return {
    'List-Unsubscribe': `<${functions}/unsubscribe?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** The text of the operator with the values of its placeholders, or the built-in one. */
function wordsOf(mail: ClaimedMail, kind: MailKind, texts: Texts): Omit<Words, 'button'> {
  const { custom } = mail.detail;
  if (typeof custom !== 'object' || custom === null) return texts.kinds[kind];
  const { subject, body, name } = custom as Readonly<Record<string, string>>;
  if (subject === undefined || body === undefined) return texts.kinds[kind];
  const { record } = mail;
  const values: Readonly<Record<string, string>> = {
    name: (name ?? '').replace(/\s+/g, ' '),
    amount: record === null ? '' : formatAmount(record.amount, record.currency, texts),
  };
  const fill = (text: string) =>
    text.replace(/\{([a-z]+)\}/g, (whole, placeholder: string) => values[placeholder] ?? whole);
  return { subject: fill(subject), lines: body.split(/\n+/).map(fill) };
}

/** The mail in the language of its reader. */
export function composeMessage(mail: ClaimedMail, { site }: Links): Message {
  const texts = textsFor(mail.locale);
  const kind = kindOf(mail);
  const { button } = texts.kinds[kind];
  const { subject, lines } = wordsOf(mail, kind, texts);
  const base = `${site}${texts.basePath}`;
  const { reason } = mail.detail;
  const { unsubscribe_token: token } = mail;
  const unsubscribeUrl = token === null ? null : `${base}/unsubscribe?token=${token}`;
  const page: Page = {
    language: mail.locale,
    texts,
    heading: subject,
    lines,
    rows: [...recordRows(mail, texts), ...paymentRows(mail, texts), ...figureRows(mail, texts)].map(
      ([label, value]) => [texts.labels[label], value],
    ),
    quote: typeof reason === 'string' && reason !== '' ? reason : null,
    button: { text: button, url: `${base}${pathOf(kind, mail)}` },
    unsubscribeUrl,
  };
  return {
    to: mail.email,
    subject,
    text: textOf(page),
    html: htmlOf(page),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl === null ? {} : unsubscribeHeaders(mail, unsubscribeUrl)),
    },
  };
}
