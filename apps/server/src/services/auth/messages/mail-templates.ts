import type { Mail } from '../../../platform/mail/mailer.ts';
import { describeDuration } from './describe-duration.ts';

interface Wording {
  readonly subject: string;
  readonly sentence: string;
  /** What the link is called; absent: the mail carries a code only. */
  readonly action?: string;
}

const TOKEN_WORDINGS = {
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
  },
} as const satisfies Record<string, Wording>;

const NOTICE_WORDINGS = {
  password_changed: {
    subject: 'Your password was changed',
    sentence:
      'The password of your account was changed, and every other device was signed out. ' +
      'If it was not you, reset your password now.',
  },
  email_changed: {
    subject: 'Your email address was changed',
    sentence:
      'The email address of your account was changed. This address no longer belongs to it. ' +
      'If it was not you, contact us now.',
  },
  phone_changed: {
    subject: 'Your phone number was changed',
    sentence:
      'The phone number of your account was changed. The one before no longer signs in to it. ' +
      'If it was not you, reset your password now and contact us.',
  },
  new_device: {
    subject: 'A new device signed in',
    sentence:
      'Somebody signed in to your account from a device or network that you have not used before. ' +
      'If it was not you, reset your password now: that signs every device out.',
  },
  wrong_passwords: {
    subject: 'Somebody tries to sign in to your account',
    sentence:
      'Wrong passwords were entered for your account several times, so trying is slowed down. ' +
      'You can still sign in from the devices you use, or with a link by email. ' +
      'If your password is used elsewhere too, change it.',
  },
  identity_linked: {
    subject: 'A way to sign in was added to your account',
    sentence:
      'Your account can now be signed in to through another service. ' +
      'If it was not you, reset your password now and contact us.',
  },
  identity_unlinked: {
    subject: 'A way to sign in was removed from your account',
    sentence:
      'A way to sign in was removed from your account and does not work any more. ' +
      'If it was not you, reset your password now and contact us.',
  },
  passkey_added: {
    subject: 'A passkey was added to your account',
    sentence:
      'From now on a passkey signs in to your account. ' +
      'If it was not you, reset your password now and contact us.',
  },
  passkey_removed: {
    subject: 'A passkey was removed from your account',
    sentence:
      'A passkey was removed from your account and signs in to it no more. ' +
      'If it was not you, reset your password now and contact us.',
  },
  factor_added: {
    subject: 'A second step was added to your sign-in',
    sentence:
      'From now on signing in to your account takes a second step. ' +
      'If it was not you, reset your password now and contact us.',
  },
  factor_removed: {
    subject: 'A second step was removed from your sign-in',
    sentence:
      'An authenticator app was removed from your account and no longer takes part in signing in. ' +
      'If it was not you, reset your password now and contact us.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used to sign in',
    sentence:
      'Somebody signed in to your account with one of your recovery codes. It does not work again. ' +
      'If it was not you, reset your password now and contact us.',
  },
} as const satisfies Record<string, Wording>;

export type MailKind = keyof typeof TOKEN_WORDINGS;
export type NoticeKind = keyof typeof NOTICE_WORDINGS;

export interface AddressChange {
  readonly from: string | null;
  readonly to: string;
}

/** A mail that somebody can do something with. */
export interface TokenMailContents {
  readonly kind: MailKind;
  readonly to: string;
  readonly code: string;
  readonly link: string;
  /** Named in mails about an e-mail change, so that each mailbox sees the other. */
  readonly change: AddressChange | null;
}

/** A mail that only tells what happened. */
export interface NoticeContents {
  readonly kind: NoticeKind;
  readonly to: string;
  readonly change: AddressChange | null;
}

export type MailContents = TokenMailContents | NoticeContents;

export interface MailFrame {
  readonly siteUrl: string;
  /** How long codes and links are valid. */
  readonly expiryS: number;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function describeChange({ from, to }: AddressChange): string {
  return from === null ? `New address: ${to}` : `From ${from} to ${to}`;
}

interface Paragraph {
  readonly text: string;
  readonly html: string;
}

function plain(text: string): Paragraph {
  return { text, html: escapeHtml(text) };
}

function tokenParagraphs(contents: TokenMailContents, wording: Wording, frame: MailFrame) {
  const { code, link } = contents;
  const { action } = wording;
  const validity = `It is valid for ${describeDuration(frame.expiryS)}.`;
  const disclaimer = `If you did not ask for this at ${frame.siteUrl}, you can ignore this mail.`;
  return [
    ...(action === undefined
      ? []
      : [
          {
            text: `${action}:\n${link}`,
            html: `<a href="${escapeHtml(link)}">${escapeHtml(action)}</a>`,
          },
        ]),
    { text: `Your code: ${code}`, html: `Your code: <strong>${escapeHtml(code)}</strong>` },
    plain(`${validity} ${disclaimer}`),
  ];
}

/** A plain mail and its HTML twin. The site is known by its address only. */
export function composeMail(contents: MailContents, frame: MailFrame): Mail {
  const { to, change } = contents;
  const wording: Wording =
    'code' in contents ? TOKEN_WORDINGS[contents.kind] : NOTICE_WORDINGS[contents.kind];
  const paragraphs: Paragraph[] = [
    plain(wording.sentence),
    ...(change === null ? [] : [plain(describeChange(change))]),
    ...('code' in contents
      ? tokenParagraphs(contents, wording, frame)
      : [plain(`This happened at ${frame.siteUrl}.`)]),
  ];
  const html = paragraphs.map((paragraph) => `<p>${paragraph.html}</p>`).join('');
  return {
    to,
    subject: wording.subject,
    text: `${paragraphs.map((paragraph) => paragraph.text).join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${html}</body></html>`,
  };
}
