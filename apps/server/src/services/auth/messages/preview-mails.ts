import type { Mail } from '../../../platform/mail/mailer.ts';
import { composeMail, isTokenMail, MAIL_KINDS, type MailFrame } from './mail-templates.ts';

/** Every mail that the service sends, as Ada would get it. */
export function previewMails(frame: MailFrame): { readonly kind: string; readonly mail: Mail }[] {
  const to = 'ada@example.com';
  return MAIL_KINDS.map((kind) => {
    const change = kind.startsWith('email_change') ? { from: to, to: 'ada@new.example' } : null;
    const link = `${frame.siteUrl}/auth/v1/verify?token=7f3c9a1e5b0d4826a94b1f6de2&type=${kind}`;
    const contents = isTokenMail(kind)
      ? { kind, to, change, code: '482913', link }
      : { kind, to, change };
    return { kind, mail: composeMail(contents, frame) };
  });
}
