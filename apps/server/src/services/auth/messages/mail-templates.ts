import { m } from '../../../paraglide/messages.js';
import type { Mail } from '../../../platform/mail/mailer.ts';
import { describeDuration } from './describe-duration.ts';
import { isolate, withoutMarks } from './isolated-values.ts';
import { DEFAULT_LOCALE, toLocale, type Locale } from './locale.ts';
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
  findCustom,
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
  /** Missing in emails that an earlier version of the server queued. */
  readonly locale?: Locale;
}

/** An email about a change of the account. */
interface NoticeContents {
  readonly kind: NoticeKind;
  readonly to: string;
  readonly change: AddressChange | null;
  /** Missing in emails that an earlier version of the server queued. */
  readonly occasion?: Occasion;
  /** Missing in emails that an earlier version of the server queued. */
  readonly locale?: Locale;
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

function describeChange({ from, to }: AddressChange, locale: Locale): string {
  return from === null
    ? m.mail_new_address({ to: isolate(to) }, { locale })
    : m.mail_change({ from: isolate(from), to: isolate(to) }, { locale });
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
  { action, disclaimer = m.mail_disclaimer }: BuiltInTemplate,
  settings: MailTemplateSettings,
  locale: Locale,
): Paragraph[] {
  const duration = describeDuration(settings.expiryS, locale);
  const validity = m.mail_expires({ duration }, { locale });
  return [
    ...(action === undefined
      ? []
      : [{ kind: 'action', label: action(settings, { locale }), url: link } as const]),
    { kind: 'code', label: m.mail_code({}, { locale }), code },
    { kind: 'text', text: `${validity} ${disclaimer(settings, { locale })}` },
  ];
}

function noticeParagraphs(
  { occasion }: NoticeContents,
  { remedy }: BuiltInTemplate,
  settings: MailTemplateSettings,
  locale: Locale,
): Paragraph[] {
  const facts = factsOf(occasion, locale);
  const paragraphs: Paragraph[] = facts.length === 0 ? [] : [{ kind: 'facts', facts }];
  if (remedy === undefined) return paragraphs;
  paragraphs.push({ kind: 'text', text: REMEDIES[remedy](settings, { locale }) });
  if (remedy !== 'contact') {
    const label = m.mail_reset_password({}, { locale });
    paragraphs.push({ kind: 'action', label, url: resetUrlOf(settings) });
  }
  if (remedy === 'contact' || remedy === 'reset-and-contact') {
    const label = m.mail_contact_support({}, { locale });
    paragraphs.push({ kind: 'action', label, url: supportUrlOf(settings) });
  }
  return paragraphs;
}

function renderBuiltIn(
  contents: MailContents,
  settings: MailTemplateSettings,
  locale: Locale,
): RenderedTemplate {
  const { change } = contents;
  const template: BuiltInTemplate =
    'code' in contents ? TOKEN_TEMPLATES[contents.kind] : NOTICE_TEMPLATES[contents.kind];
  return {
    subject: template.subject(settings, { locale }),
    paragraphs: [
      { kind: 'text', text: template.intro(settings, { locale }) },
      ...(change === null ? [] : [{ kind: 'text', text: describeChange(change, locale) } as const]),
      ...('code' in contents
        ? tokenParagraphs(contents, template, settings, locale)
        : noticeParagraphs(contents, template, settings, locale)),
    ],
  };
}

/** @param locale the language of the template */
function valuesOf(contents: MailContents, settings: MailTemplateSettings, locale: Locale): Values {
  const isToken = 'code' in contents;
  const occasion = isToken ? undefined : contents.occasion;
  const { time, device, network } = describeOccasion(occasion, locale);
  return {
    ConfirmationURL: isToken ? contents.link : '',
    Token: isToken ? contents.code : '',
    SiteURL: settings.siteUrl,
    Email: contents.to,
    OldEmail: contents.change?.from ?? '',
    NewEmail: contents.change?.to ?? '',
    Validity: describeDuration(settings.expiryS, locale),
    Time: time,
    Device: device,
    Network: network,
    ResetURL: resetUrlOf(settings),
    'Data.locale': toLocale(contents.locale),
  };
}

/**
 * Composes the text and HTML parts of an email in the recipient's language, from the operator's template or
 * the built-in one. A template of the operator for all languages has the default layout and formats.
 */
export function composeMail(contents: MailContents, settings: MailTemplateSettings): Mail {
  const { name, siteUrl, templates } = settings;
  const locale = toLocale(contents.locale);
  const { text: customText, html: customHtml } = findCustom(templates, contents.kind, locale);
  const textLocale = customText?.locale === null ? DEFAULT_LOCALE : locale;
  const { subject, paragraphs } =
    customText === null
      ? renderBuiltIn(contents, settings, locale)
      : renderCustom(customText.content, valuesOf(contents, settings, textLocale));
  const htmlLocale = customHtml?.locale ?? DEFAULT_LOCALE;
  return {
    to: contents.to,
    subject: withoutMarks(subject),
    text: renderText(paragraphs, textLocale),
    html:
      customHtml === null
        ? layOutMail({ name, siteUrl, subject, paragraphs, locale: textLocale })
        : fillHtml(customHtml.content, valuesOf(contents, settings, htmlLocale)),
  };
}
