/**
 * Sends the mails of the outbox. A scheduled job of the database calls it without a secret: the call only makes it
 * look for mails that are due.
 */
import { connectAsService } from '../_shared/backend.ts';
import { answer, onPost, optionalVariable, requireVariable } from '../_shared/http.ts';
import { drainOutbox } from './drain-outbox.ts';
import { openMailHost } from './mail-host.ts';

const DEFAULT_FROM = 'BeaconPay <no-reply@beaconpay.example>';

Deno.serve(
  onPost(async () => {
    const smtpUrl = optionalVariable('SMTP_URL');
    const from = optionalVariable('MAIL_FROM') ?? DEFAULT_FROM;
    // The URL of the request is not used, because the caller chooses it.
    const site = new URL(optionalVariable('SITE_URL') ?? requireVariable('SUPABASE_URL')).origin;
    const host = smtpUrl === null ? null : openMailHost(smtpUrl, from);
    try {
      return answer(await drainOutbox(connectAsService(), host, { site }));
    } finally {
      host?.close();
    }
  }),
);
