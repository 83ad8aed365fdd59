import type { Mail } from '../../../platform/mail/mailer.ts';
import { LOCALES, type Locale } from './locale.ts';
import { occasionOf } from './occasion.ts';
import {
  composeMail,
  isTokenMail,
  MAIL_KINDS,
  type MailTemplateSettings,
} from './mail-templates.ts';

interface Preview {
  readonly kind: string;
  readonly locale: Locale;
  readonly mail: Mail;
}

/** All emails of the service with sample data, in each language. */
export function previewMails(settings: MailTemplateSettings): Preview[] {
  return LOCALES.flatMap((locale) => previewLanguage(locale, settings));
}

function previewLanguage(locale: Locale, settings: MailTemplateSettings): Preview[] {
  const to = 'ada@example.com';
  const occasion = occasionOf(new Date('2026-11-23T00:52:00Z'), {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    limitKey: '203.0.113.7',
  });
  return MAIL_KINDS.map((kind) => {
    const change = kind.startsWith('email_change') ? { from: to, to: 'ada@new.example' } : null;
    const link = `${settings.siteUrl}/auth/v1/verify?token=7f3c9a1e5b0d4826a94b1f6de2&type=${kind}`;
    const contents = isTokenMail(kind)
      ? { kind, to, change, locale, code: '482913', link }
      : { kind, to, change, locale, occasion };
    return { kind, locale, mail: composeMail(contents, settings) };
  });
}
