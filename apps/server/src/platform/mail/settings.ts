import { resolve } from 'node:path';
import { z } from 'zod';

export const mailVariables = z.object({
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/(?:[^@/\s]+@)?[^@/\s]+/, 'must be smtp://host or smtps://host')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^@\s<>]+@[^@\s<>]+$|<[^@\s<>]+@[^@\s<>]+>$/, 'must be an address or Name <address>')
    .default('BeaconPay <no-reply@beaconpay.example>'),
  MAIL_TEMPLATES_DIR: z.string().optional(),
});

export interface MailSettings {
  /** Null where mail is kept as files. */
  readonly smtpUrl: string | null;
  readonly from: string;
  /** Whose mails they are: the name before the address, or else its host. */
  readonly name: string;
  /** Null: all mails are in our words. */
  readonly templatesDir: string | null;
  readonly outboxDir: string;
}

function nameOf(from: string): string {
  const name = /^(.*?)\s*</.exec(from)?.[1]?.replaceAll('"', '').trim() ?? '';
  return name === '' ? from.replace(/^.*@|>$/g, '') : name;
}

export function toMailSettings(
  env: z.output<typeof mailVariables>,
  { dataDir }: { readonly dataDir: string },
): MailSettings {
  return {
    smtpUrl: env.SMTP_URL ?? null,
    from: env.MAIL_FROM,
    name: nameOf(env.MAIL_FROM),
    templatesDir: env.MAIL_TEMPLATES_DIR === undefined ? null : resolve(env.MAIL_TEMPLATES_DIR),
    outboxDir: resolve(dataDir, 'mail'),
  };
}
