import type { Mail } from '../../../platform/mail/mailer.ts';
import { describeDuration } from './describe-duration.ts';
import { layOutMail } from './mail-layout.ts';
import { renderText, type Paragraph } from './mail-paragraphs.ts';
import { NOTICE_WORDINGS, REMEDIES, TOKEN_WORDINGS, type BuiltInWording } from './mail-wordings.ts';
import { describeOccasion, factsOf, type Occasion } from './occasion.ts';
import {
  fillHtml,
  readWording,
  type ReplacedTemplates,
  type Values,
  type Wording,
} from './replaced-templates.ts';

export type MailKind = keyof typeof TOKEN_WORDINGS;
export type NoticeKind = keyof typeof NOTICE_WORDINGS;

export interface AddressChange {
  readonly from: string | null;
  readonly to: string;
}

/** A mail with a link or a code. */
interface TokenMailContents {
  readonly kind: MailKind;
  readonly to: string;
  readonly code: string;
  readonly link: string;
  /** Named in mails about an email change, so that each mailbox sees the other address. */
  readonly change: AddressChange | null;
}

/** A notification about an event. */
interface NoticeContents {
  readonly kind: NoticeKind;
  readonly to: string;
  readonly change: AddressChange | null;
  /** Missing in messages of an earlier version that are still in the outbox. */
  readonly occasion?: Occasion;
}

export type MailContents = TokenMailContents | NoticeContents;

export interface MailFrame {
  /** The site of the mails. */
  readonly name: string;
  readonly siteUrl: string;
  /** The lifetime of codes and links. */
  readonly expiryS: number;
  /** The operator's templates by message. */
  readonly templates: ReplacedTemplates;
}

/** The kinds of all messages. */
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

/** The page of the app that requests a link for a new password. */
function resetUrlOf({ siteUrl }: MailFrame): string {
  return `${siteUrl}/?link=reset-password`;
}

function supportUrlOf({ siteUrl }: MailFrame): string {
  return `${siteUrl}/support`;
}

function tokenParagraphs(
  { code, link }: TokenMailContents,
  { action, disclaimer = "If you didn't request this, you can ignore this email." }: BuiltInWording,
  frame: MailFrame,
): Paragraph[] {
  const validity = `It expires in ${describeDuration(frame.expiryS)}.`;
  return [
    ...(action === undefined ? [] : [{ kind: 'action', label: action, url: link } as const]),
    { kind: 'code', label: 'Your code', code },
    { kind: 'text', text: `${validity} ${disclaimer}` },
  ];
}

function noticeParagraphs(
  { occasion }: NoticeContents,
  { remedy }: BuiltInWording,
  frame: MailFrame,
): Paragraph[] {
  const facts = factsOf(occasion);
  return [
    ...(facts.length === 0 ? [] : [{ kind: 'facts', facts } as const]),
    ...(remedy === undefined ? [] : [{ kind: 'text', text: REMEDIES[remedy] } as const]),
    ...(remedy === undefined || remedy === 'contact'
      ? []
      : [{ kind: 'action', label: 'Reset your password', url: resetUrlOf(frame) } as const]),
    ...(remedy === 'contact' || remedy === 'reset-and-contact'
      ? [{ kind: 'action', label: 'Contact support', url: supportUrlOf(frame) } as const]
      : []),
  ];
}

function builtInWording(contents: MailContents, frame: MailFrame): Wording {
  const { change } = contents;
  const wording: BuiltInWording =
    'code' in contents ? TOKEN_WORDINGS[contents.kind] : NOTICE_WORDINGS[contents.kind];
  const named = (text: string) => text.replaceAll('{name}', frame.name);
  return {
    subject: named(wording.subject),
    paragraphs: [
      { kind: 'text', text: named(wording.sentence) },
      ...(change === null ? [] : [{ kind: 'text', text: describeChange(change) } as const]),
      ...('code' in contents
        ? tokenParagraphs(contents, wording, frame)
        : noticeParagraphs(contents, wording, frame)),
    ],
  };
}

function valuesOf(contents: MailContents, frame: MailFrame): Values {
  const isToken = 'code' in contents;
  const { time, device, network } = describeOccasion(isToken ? undefined : contents.occasion);
  return {
    ConfirmationURL: isToken ? contents.link : '',
    Token: isToken ? contents.code : '',
    SiteURL: frame.siteUrl,
    Email: contents.to,
    OldEmail: contents.change?.from ?? '',
    NewEmail: contents.change?.to ?? '',
    Validity: describeDuration(frame.expiryS),
    Time: time,
    Device: device,
    Network: network,
    ResetURL: resetUrlOf(frame),
  };
}

/** A mail as plain text and HTML, by the operator's template or the default one. */
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
