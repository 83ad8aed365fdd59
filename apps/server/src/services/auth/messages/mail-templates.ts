import type { Mail } from '../../../platform/mail/mailer.ts';

export type MailKind =
  'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change' | 'reauthentication';

interface Wording {
  readonly subject: string;
  readonly sentence: string;
  /** What the link is called; null: the mail carries a code only. */
  readonly action: string | null;
}

const wordings: Readonly<Record<MailKind, Wording>> = {
  signup: {
    subject: 'Confirm your email address',
    sentence: 'Please confirm that this is your email address to finish signing up.',
    action: 'Confirm your email address',
  },
  invite: {
    subject: 'You have been invited',
    sentence: 'You have been invited to open an account.',
    action: 'Accept the invitation',
  },
  magiclink: {
    subject: 'Your sign-in link',
    sentence: 'Use this link to sign in. It works once.',
    action: 'Sign in',
  },
  recovery: {
    subject: 'Reset your password',
    sentence: 'You asked to set a new password.',
    action: 'Set a new password',
  },
  email_change: {
    subject: 'Confirm the change of your email address',
    sentence: 'Please confirm the change of the email address of your account.',
    action: 'Confirm the change',
  },
  reauthentication: {
    subject: 'Your confirmation code',
    sentence: 'Enter this code to confirm that it is you.',
    action: null,
  },
};

export interface MailContents {
  readonly kind: MailKind;
  readonly to: string;
  readonly code: string;
  /** Where the link leads; not used by a kind that has none. */
  readonly link: string | null;
  readonly siteUrl: string;
  readonly expiryS: number;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function describeDuration(durationS: number): string {
  const minutes = Math.max(Math.round(durationS / 60), 1);
  if (minutes % 60 !== 0) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`;
}

/** A plain mail and its HTML twin. The site is known by its address only. */
export function composeMail(contents: MailContents): Mail {
  const { kind, to, code, link, siteUrl, expiryS } = contents;
  const { subject, sentence, action } = wordings[kind];
  const validity = `It is valid for ${describeDuration(expiryS)}.`;
  const disclaimer = `If you did not ask for this at ${siteUrl}, you can ignore this mail.`;
  const codeLine = `Your code: ${code}`;
  const textLines = [sentence, ...(action && link ? [`${action}:\n${link}`] : []), codeLine];
  const htmlParts = [
    `<p>${escapeHtml(sentence)}</p>`,
    ...(action && link ? [`<p><a href="${escapeHtml(link)}">${escapeHtml(action)}</a></p>`] : []),
    `<p>Your code: <strong>${escapeHtml(code)}</strong></p>`,
    `<p>${escapeHtml(validity)} ${escapeHtml(disclaimer)}</p>`,
  ];
  return {
    to,
    subject,
    text: `${[...textLines, validity, disclaimer].join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${htmlParts.join('')}</body></html>`,
  };
}
