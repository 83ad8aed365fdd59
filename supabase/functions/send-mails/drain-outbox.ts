import type { Backend } from '../_shared/backend.ts';
import { beginMail, claimMails, completeMail, type ClaimedMail } from './claimed-mail.ts';
import type { Delivery, MailHost } from './mail-host.ts';
import { composeMessage, type Links } from './message.ts';

const BATCH = 20;
/** The next wake-up continues. */
const MAX_DURATION_MS = 60_000;
const NO_MAIL_HOST: Delivery = {
  outcome: 'skipped',
  result: 'skipped: no mail host',
  isDown: false,
};

export interface Summary {
  sent: number;
  failed: number;
  skipped: number;
  retry: number;
}

async function deliver(
  service: Backend,
  mail: ClaimedMail,
  host: MailHost | null,
  links: Links,
): Promise<Delivery | null> {
  if (host === null) return NO_MAIL_HOST;
  const message = composeMessage(mail, links);
  if (!(await beginMail(service, mail))) return null;
  return host.send(mail, message);
}

/** Sends the mails that are due. After an error of the connection, the other mails wait for the next wake-up. */
export async function drainOutbox(
  service: Backend,
  host: MailHost | null,
  links: Links,
): Promise<Summary> {
  const summary: Summary = { sent: 0, failed: 0, skipped: 0, retry: 0 };
  const endAt = Date.now() + MAX_DURATION_MS;
  let down: Delivery | null = null;
  while (down === null && Date.now() < endAt) {
    const mails = await claimMails(service, BATCH);
    for (const mail of mails) {
      const delivery: Delivery | null =
        down === null
          ? await deliver(service, mail, host, links)
          : { outcome: 'retry', result: down.result, isDown: true };
      if (delivery === null) continue;
      if (delivery.isDown) down ??= delivery;
      await completeMail(service, mail, delivery.outcome, delivery.result);
      summary[delivery.outcome] += 1;
      if (delivery.outcome === 'failed') {
        console.error('send-mails: failed to send a mail', mail.id, mail.kind, delivery.result);
      }
    }
    if (mails.length < BATCH) break;
  }
  if (down !== null) console.error('send-mails: failed to reach the mail host', down.result);
  return summary;
}
