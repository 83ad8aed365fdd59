import type { Mail } from '../../../platform/mail/mailer.ts';
import { describeDuration } from './describe-duration.ts';
import { layOutMail } from './mail-layout.ts';
import { renderText, type Paragraph } from './mail-paragraphs.ts';
import {
  fillHtml,
  readWording,
  type ReplacedTemplates,
  type Values,
  type Wording,
} from './replaced-templates.ts';

interface BuiltInWording {
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
} as const satisfies Record<string, BuiltInWording>;

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
      'An authenticator app, a phone or a security key was removed from your account and no longer ' +
      'takes part in signing in. ' +
      'If it was not you, reset your password now and contact us.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used to sign in',
    sentence:
      'Somebody signed in to your account with one of your recovery codes. It does not work again. ' +
      'If it was not you, reset your password now and contact us.',
  },
} as const satisfies Record<string, BuiltInWording>;

export type MailKind = keyof typeof TOKEN_WORDINGS;
export type NoticeKind = keyof typeof NOTICE_WORDINGS;

export interface AddressChange {
  readonly from: string | null;
  readonly to: string;
}

/** A mail that somebody can do something with. */
interface TokenMailContents {
  readonly kind: MailKind;
  readonly to: string;
  readonly code: string;
  readonly link: string;
  /** Named in mails about an e-mail change, so that each mailbox sees the other. */
  readonly change: AddressChange | null;
}

/** A mail that only tells what happened. */
interface NoticeContents {
  readonly kind: NoticeKind;
  readonly to: string;
  readonly change: AddressChange | null;
}

export type MailContents = TokenMailContents | NoticeContents;

export interface MailFrame {
  /** Whose mails they are. */
  readonly name: string;
  readonly siteUrl: string;
  /** How long codes and links are valid. */
  readonly expiryS: number;
  /** What the operator says instead, by message. */
  readonly templates: ReplacedTemplates;
}

/** Every message that there is. */
export const MAIL_KINDS = [
  ...(Object.keys(TOKEN_WORDINGS) as MailKind[]),
  ...(Object.keys(NOTICE_WORDINGS) as NoticeKind[]),
];

export function isTokenMail(kind: MailKind | NoticeKind): kind is MailKind {
  return kind in TOKEN_WORDINGS;
}

function describeChange({ from, to }: AddressChange): string {
  return from === null ? `New address: ${to}` : `From ${from} to ${to}`;
}

function tokenParagraphs(
  { code, link }: TokenMailContents,
  { action }: BuiltInWording,
  frame: MailFrame,
): Paragraph[] {
  const validity = `It is valid for ${describeDuration(frame.expiryS)}.`;
  const disclaimer = `If you did not ask for this at ${frame.siteUrl}, you can ignore this mail.`;
  return [
    ...(action === undefined ? [] : [{ kind: 'action', label: action, url: link } as const]),
    { kind: 'code', label: 'Your code', code },
    { kind: 'text', text: `${validity} ${disclaimer}` },
  ];
}

function builtInWording(contents: MailContents, frame: MailFrame): Wording {
  const { change } = contents;
  const wording: BuiltInWording =
    'code' in contents ? TOKEN_WORDINGS[contents.kind] : NOTICE_WORDINGS[contents.kind];
  return {
    subject: wording.subject,
    paragraphs: [
      { kind: 'text', text: wording.sentence },
      ...(change === null ? [] : [{ kind: 'text', text: describeChange(change) } as const]),
      ...('code' in contents
        ? tokenParagraphs(contents, wording, frame)
        : [{ kind: 'text', text: `This happened at ${frame.siteUrl}.` } as const]),
    ],
  };
}

function valuesOf(contents: MailContents, frame: MailFrame): Values {
  const isToken = 'code' in contents;
  return {
    ConfirmationURL: isToken ? contents.link : '',
    Token: isToken ? contents.code : '',
    SiteURL: frame.siteUrl,
    Email: contents.to,
    OldEmail: contents.change?.from ?? '',
    NewEmail: contents.change?.to ?? '',
    Validity: describeDuration(frame.expiryS),
  };
}

/** A plain mail and its HTML twin, in our words or the operator's. */
export function composeMail(contents: MailContents, frame: MailFrame): Mail {
  const { name, siteUrl, templates } = frame;
  const replaced = templates.get(contents.kind);
  const values = valuesOf(contents, frame);
  const { subject, paragraphs } =
    typeof replaced?.text === 'string'
      ? readWording(replaced.text, values)
      : builtInWording(contents, frame);
  return {
    to: contents.to,
    subject,
    text: renderText(paragraphs),
    html:
      typeof replaced?.html === 'string'
        ? fillHtml(replaced.html, values)
        : layOutMail({ name, siteUrl, subject, paragraphs }),
  };
}
