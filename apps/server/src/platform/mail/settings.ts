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
});

export interface MailSettings {
  /** Null where mail is kept as files. */
  readonly smtpUrl: string | null;
  readonly from: string;
  readonly outboxDir: string;
}

export function toMailSettings(
  env: z.output<typeof mailVariables>,
  { dataDir }: { readonly dataDir: string },
): MailSettings {
  return {
    smtpUrl: env.SMTP_URL ?? null,
    from: env.MAIL_FROM,
    outboxDir: resolve(dataDir, 'mail'),
  };
}
