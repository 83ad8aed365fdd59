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

function nameOf(from: string): string {
  const name = /^(.*?)\s*</.exec(from)?.[1]?.replaceAll('"', '').trim() ?? '';
  return name === '' ? from.replace(/^.*@|>$/g, '') : name;
}

export function toMailSettings(
  env: z.output<typeof mailVariables>,
  { dataDir }: { readonly dataDir: string },
) {
  return {
    /** Null when mails are written to files. */
    smtpUrl: env.SMTP_URL ?? null,
    from: env.MAIL_FROM,
    /** The sender's name: the name before the address, or else its host. */
    name: nameOf(env.MAIL_FROM),
    /** Null when all mails use the built-in templates. */
    templatesDir: env.MAIL_TEMPLATES_DIR === undefined ? null : resolve(env.MAIL_TEMPLATES_DIR),
    outboxDir: resolve(dataDir, 'mail'),
  };
}
