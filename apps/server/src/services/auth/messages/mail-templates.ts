import type { Mail } from '../../../platform/mail/mailer.ts';
import { describeDuration } from './describe-duration.ts';
import { layOutMail } from './mail-layout.ts';
import { renderText, type Paragraph } from './mail-paragraphs.ts';
import {
  NOTICE_TEMPLATES,
  REMEDIES,
  TOKEN_TEMPLATES,
  type BuiltInTemplate,
} from './built-in-templates.ts';
import { describeOccasion, factsOf, type Occasion } from './occasion.ts';
import {
  fillHtml,
  renderCustom,
  type CustomTemplates,
  type Values,
  type RenderedTemplate,
} from './custom-templates.ts';

export type MailKind = keyof typeof TOKEN_TEMPLATES;
export type NoticeKind = keyof typeof NOTICE_TEMPLATES;

export interface AddressChange {
  readonly from: string | null;
  readonly to: string;
}

/** An email with a code and a link. */
interface TokenMailContents {
  readonly kind: MailKind;
  readonly to: string;
  readonly code: string;
  readonly link: string;
  /** The two addresses of an email change. Null in other emails. */
  readonly change: AddressChange | null;
}

/** An email about a change of the account. */
interface NoticeContents {
  readonly kind: NoticeKind;
  readonly to: string;
  readonly change: AddressChange | null;
  /** Missing in emails that an earlier version of the server queued. */
  readonly occasion?: Occasion;
}

export type MailContents = TokenMailContents | NoticeContents;

export interface MailTemplateSettings {
  /** The sender's name in texts. */
  readonly name: string;
  readonly siteUrl: string;
  /** The lifetime of codes and links. */
  readonly expiryS: number;
  /** The operator's own templates. */
  readonly templates: CustomTemplates;
}

/** The kinds of all emails. */
export const MAIL_KINDS = [
  ...(Object.keys(TOKEN_TEMPLATES) as MailKind[]),
  ...(Object.keys(NOTICE_TEMPLATES) as NoticeKind[]),
];

export function isTokenMail(kind: MailKind | NoticeKind): kind is MailKind {
  return kind in TOKEN_TEMPLATES;
}

function describeChange({ from, to }: AddressChange): string {
  return from === null ? `New address: ${to}` : `From ${from} to ${to}`;
}

/** The page of the app that requests a link for a new password. */
function resetUrlOf({ siteUrl }: MailTemplateSettings): string {
  return `${siteUrl}/?link=reset-password`;
}

function supportUrlOf({ siteUrl }: MailTemplateSettings): string {
  return `${siteUrl}/support`;
}

function tokenParagraphs(
  { code, link }: TokenMailContents,
  {
    action,
    disclaimer = "If you didn't request this, you can ignore this email.",
  }: BuiltInTemplate,
  settings: MailTemplateSettings,
): Paragraph[] {
  const validity = `It expires in ${describeDuration(settings.expiryS)}.`;
  return [
    ...(action === undefined ? [] : [{ kind: 'action', label: action, url: link } as const]),
    { kind: 'code', label: 'Your code', code },
    { kind: 'text', text: `${validity} ${disclaimer}` },
  ];
}

function noticeParagraphs(
  { occasion }: NoticeContents,
  { remedy }: BuiltInTemplate,
  settings: MailTemplateSettings,
): Paragraph[] {
  const facts = factsOf(occasion);
  return [
    ...(facts.length === 0 ? [] : [{ kind: 'facts', facts } as const]),
    ...(remedy === undefined ? [] : [{ kind: 'text', text: REMEDIES[remedy] } as const]),
    ...(remedy === undefined || remedy === 'contact'
      ? []
      : [{ kind: 'action', label: 'Reset your password', url: resetUrlOf(settings) } as const]),
    ...(remedy === 'contact' || remedy === 'reset-and-contact'
      ? [{ kind: 'action', label: 'Contact support', url: supportUrlOf(settings) } as const]
      : []),
  ];
}

function renderBuiltIn(contents: MailContents, settings: MailTemplateSettings): RenderedTemplate {
  const { change } = contents;
  const template: BuiltInTemplate =
    'code' in contents ? TOKEN_TEMPLATES[contents.kind] : NOTICE_TEMPLATES[contents.kind];
  const withName = (text: string) => text.replaceAll('{name}', settings.name);
  return {
    subject: withName(template.subject),
    paragraphs: [
      { kind: 'text', text: withName(template.intro) },
      ...(change === null ? [] : [{ kind: 'text', text: describeChange(change) } as const]),
      ...('code' in contents
        ? tokenParagraphs(contents, template, settings)
        : noticeParagraphs(contents, template, settings)),
    ],
  };
}

function valuesOf(contents: MailContents, settings: MailTemplateSettings): Values {
  const isToken = 'code' in contents;
  const { time, device, network } = describeOccasion(isToken ? undefined : contents.occasion);
  return {
    ConfirmationURL: isToken ? contents.link : '',
    Token: isToken ? contents.code : '',
    SiteURL: settings.siteUrl,
    Email: contents.to,
    OldEmail: contents.change?.from ?? '',
    NewEmail: contents.change?.to ?? '',
    Validity: describeDuration(settings.expiryS),
    Time: time,
    Device: device,
    Network: network,
    ResetURL: resetUrlOf(settings),
  };
}

/** Composes the text and HTML parts of an email from the operator's template or the built-in one. */
export function composeMail(contents: MailContents, settings: MailTemplateSettings): Mail {
  const { name, siteUrl, templates } = settings;
  const custom = templates.get(contents.kind);
  const values = valuesOf(contents, settings);
  const { subject, paragraphs } =
    typeof custom?.text === 'string'
      ? renderCustom(custom.text, values)
      : renderBuiltIn(contents, settings);
  return {
    to: contents.to,
    subject,
    text: renderText(paragraphs),
    html:
      typeof custom?.html === 'string'
        ? fillHtml(custom.html, values)
        : layOutMail({ name, siteUrl, subject, paragraphs }),
  };
}
