import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../logger.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /** @throws Error when the mail host rejects the mail */
  send(mail: Mail): Promise<void>;
}

/** Loads the library with the first mail, so that the server starts sooner. */
const loadLibrary = () => import('nodemailer');

export function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  const openTransport = async () => (await loadLibrary()).createTransport(smtpUrl, { from });
  let transport: ReturnType<typeof openTransport> | null = null;
  return {
    async send(mail) {
      transport ??= openTransport();
      await (await transport).sendMail({ ...mail });
    },
  };
}

/** Without a mail host, mails are written to files that a developer can open. */
export function createOutboxMailer(
  outboxDir: string,
  from: string,
  clock: Clock,
  logger: Logger,
): Mailer {
  return {
    async send(mail) {
      await mkdir(outboxDir, { recursive: true, mode: 0o700 });
      const { createTransport } = await loadLibrary();
      const composer = createTransport({ streamTransport: true, buffer: true }, { from });
      const { message } = await composer.sendMail({ ...mail });
      const timestamp = clock.now().toISOString().replaceAll(':', '-');
      const path = join(outboxDir, `${timestamp}-${randomUUID().slice(0, 8)}.eml`);
      // Renamed when complete, so that a full disk leaves no incomplete mail.
      const partialPath = `${path}.partial`;
      try {
        await writeFile(partialPath, message as Buffer, { mode: 0o600 });
        await rename(partialPath, path);
      } catch (error) {
        await rm(partialPath, { force: true });
        throw error;
      }
      logger.info(
        { path, subject: mail.subject },
        'mail: written to a file, because SMTP_URL is not set',
      );
    },
  };
}
