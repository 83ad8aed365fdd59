import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../apps/server/test/support/index.ts';
import { startSmtpSink, type SmtpSink } from '../../apps/server/test/support/test-mail-host.ts';
import {
  actAs,
  insertOrder,
  insertRecharge,
  makeAdmin,
  orderFields,
  rechargeFields,
  signedIn,
  signUp,
} from './support.ts';

const LOCALES = ['en', 'de', 'fr', 'es', 'hi', 'ar'];
const SITE = 'https://pay.example.com';

let sink: SmtpSink;
let server: TestServer;
let admin: string;

beforeAll(async () => {
  sink = await startSmtpSink();
  server = await startTestServer({
    environment: {
      PUBLIC_URL: SITE,
      FUNCTIONS_SECRET_SMTP_URL: sink.url,
      FUNCTIONS_SECRET_MAIL_FROM: 'BeaconPay <pay@example.com>',
      FUNCTIONS_ALLOW_NET: sink.host,
    },
  });
  admin = await makeAdmin(server.sql);
});
afterAll(async () => {
  await server.stop();
  await sink.close();
});
beforeEach(async () => {
  sink.mails.length = 0;
  sink.answerRecipient = () => 250;
  await server.sql`delete from private.outbox`;
});

async function drain(): Promise<unknown> {
  const response = await fetch(`${server.url}/functions/v1/send-mails`, { method: 'POST' });
  expect(response.status).toBe(200);
  return response.json();
}

const results = () =>
  server.sql`select kind, state, attempts, result from private.outbox order by id`;

async function customer(locale: string, email?: string): Promise<string> {
  return signUp(server.sql, {
    metadata: { full_name: 'Ada', locale },
    ...(email === undefined ? {} : { email }),
  });
}

describe('a mail about a record', () => {
  test('arrives in the language of its reader, as text and HTML, without the reference', async () => {
    for (const locale of LOCALES) {
      const person = await customer(locale);
      await actAs(server.sql, signedIn(person), (tx) => insertOrder(tx, orderFields(person)));
    }
    expect(await drain()).toEqual({ sent: 6, failed: 0, skipped: 0, retry: 0 });
    expect(sink.mails.map(({ subject }) => subject)).toEqual([
      'We received your order',
      'Wir haben Ihren Auftrag erhalten',
      'Nous avons reçu votre commande',
      'Hemos recibido tu pedido',
      'हमें आपका ऑर्डर मिल गया है',
      'استلمنا طلبك',
    ]);
    const [english, german, , , , arabic] = sink.mails;
    expect(english?.text).toContain('Your order: \u2068Premium virtual card\u2069');
    expect(english?.text).toContain('Amount: \u2068$15.00\u2069');
    expect(german?.text).toMatch(/Betrag: \u206815,00\s\$\u2069/);
    expect(german?.html).toContain('<html lang="de" dir="ltr">');
    expect(arabic?.html).toContain('<html lang="ar" dir="rtl">');
    expect(arabic?.html).toContain(`href="${SITE}/ar/personal?tab=history"`);
    for (const { text = '', html } of sink.mails)
      expect(`${text}${String(html)}`).not.toMatch(/FT-2026|Travel/);
    expect(await drain()).toEqual({ sent: 0, failed: 0, skipped: 0, retry: 0 });
    expect(sink.mails).toHaveLength(6);
  });

  test('shows a reason as text, and opens the form again after a rejection', async () => {
    const person = await customer('en');
    const { id } = await insertRecharge(server.sql, rechargeFields(person));
    const reason = 'Nothing arrived <img src=x onerror=alert(1)>.\nBcc: eve@example.com';
    await actAs(
      server.sql,
      signedIn(admin),
      (tx) => tx`
        update public.recharges set status = 'manual_payment_rejected', admin_notes = ${reason}
        where id = ${id}`,
    );
    await drain();
    const [mail] = sink.mails;
    expect(mail?.subject).toBe('Your order was not approved');
    expect(mail?.text).toContain(`Message from our team:\n${reason}`);
    expect(mail?.text).toContain(`${SITE}/mobile-recharge?again=${id}`);
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;.<br>Bcc: eve@example.com');
    expect(mail?.html).not.toContain('<img');
    expect(mail?.headers.has('bcc')).toBe(false);
    // A decision is essential.
    expect(mail?.headers.has('list')).toBe(false);
    expect(mail?.messageId).toMatch(/^<outbox-\d+@example\.com>$/);
  });

  test('goes to one recipient, whatever characters the address has', async () => {
    const address = `ada,eve@example.com\r\nBcc: mallory@example.com`;
    const person = await customer('en', address);
    await server.sql`select private.queue_mail('approved', ${person})`;
    await drain();
    for (const mail of sink.mails) {
      expect(mail.headers.has('bcc')).toBe(false);
      expect([mail.to].flat()).toHaveLength(1);
    }
    expect((await results())[0]?.state).not.toBe('retry');
  });

  test('that is optional has a link to unsubscribe, which works once it is opened or posted', async () => {
    await server.sql`
      insert into private.functions_endpoint (url) values (${`${SITE}/functions/v1`})`;
    const person = await customer('de');
    await server.sql`select private.queue_mail('received', ${person})`;
    await drain();
    const [mail] = sink.mails;
    const list = mail?.headers.get('list') as unknown as {
      unsubscribe: { url: string };
      'unsubscribe-post': { name: string };
    };
    const url = new URL(list.unsubscribe.url);
    expect(url.href).toMatch(/^https:\/\/pay\.example\.com\/functions\/v1\/unsubscribe\?token=/);
    expect(mail?.text).toContain(`${SITE}/de/unsubscribe?token=`);

    const address = `${server.url}${url.pathname}${url.search}`;
    const opened = await fetch(address, { redirect: 'manual' });
    expect(opened.status).toBe(303);
    expect(opened.headers.get('location')).toBe(`${SITE}/unsubscribe${url.search}`);
    const preferences = () =>
      server.sql`select optional_mails from public.mail_preferences where user_id = ${person}`;
    expect(await preferences()).toEqual([]);
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(address, { method: 'POST', body })).status).toBe(204);
    expect(await preferences()).toEqual([{ optional_mails: false }]);
    const forged = address.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect((await fetch(forged, { method: 'POST', body })).status).toBe(400);

    await server.sql`select private.queue_mail('received', ${person})`;
    expect(await drain()).toMatchObject({ sent: 0 });
    expect(sink.mails).toHaveLength(1);
    await server.sql`delete from private.functions_endpoint`;
  });

  test('is sent once by many callers at the same time', async () => {
    const person = await customer('en');
    for (let index = 0; index < 30; index += 1) {
      await server.sql`select private.queue_mail('approved', ${person})`;
    }
    await Promise.all(Array.from({ length: 5 }, () => drain()));
    await drain();
    expect(sink.mails).toHaveLength(30);
    expect(new Set(sink.mails.map(({ messageId }) => messageId)).size).toBe(30);
  });

  test('to a refused address fails for good, and one that the mail host defers is tried again', async () => {
    const [gone, busy] = [
      await customer('en', 'gone@example.com'),
      await customer('en', 'busy@example.com'),
    ];
    sink.answerRecipient = (address) => (address.startsWith('gone') ? 550 : 451);
    const { id } = await insertOrder(server.sql, orderFields(gone));
    await server.sql`select private.queue_mail('approved', ${gone}, ${id})`;
    await server.sql`select private.queue_mail('approved', ${busy})`;
    expect(await drain()).toEqual({ sent: 0, failed: 1, skipped: 0, retry: 1 });
    expect(await results()).toEqual([
      { kind: 'approved', state: 'failed', attempts: 1, result: 'refused: 550' },
      { kind: 'approved', state: 'waiting', attempts: 1, result: 'deferred: 451' },
    ]);
    expect(
      await server.sql`select detail from public.record_events where record_id = ${id} and kind = 'mail'`,
    ).toEqual([{ detail: { mail: 'approved', state: 'failed', result: 'refused: 550' } }]);
    sink.answerRecipient = () => 250;
    expect(await drain()).toMatchObject({ sent: 0 });
    await server.sql`update private.outbox set due_at = now()`;
    expect(await drain()).toMatchObject({ sent: 1 });
  });

  test('names what is missing of a payment, the code and the time, in each language', async () => {
    const detail = JSON.stringify({
      received_amount: '10',
      missing_amount: '5.00',
      payment_code: 'BP-7K3F-92QD',
      pay_by: '2026-12-24T08:30:00Z',
    });
    for (const locale of LOCALES) {
      const person = await customer(locale);
      const { id } = await insertOrder(server.sql, orderFields(person));
      for (const kind of ['underpaid', 'expiry_warning', 'expired']) {
        await server.sql`
          select private.queue_mail(${kind}, ${person}, ${id}, ${detail}::text::jsonb)`;
      }
    }
    expect(await drain()).toMatchObject({ sent: 18 });
    const texts = sink.mails.map(({ text = '' }) => text);
    expect(texts[0]).toContain('Received: \u2068$10.00\u2069\nStill to pay: \u2068$5.00\u2069');
    expect(texts[0]).toContain('Pay by (UTC): \u2068December 24, 2026 at 8:30 AM\u2069');
    expect(texts[2]).toContain(`${SITE}/cards?tab=order&again=`);
    for (const text of texts) expect(text).toContain('\u2068BP-7K3F-92QD\u2069');
    const subjects = new Set(sink.mails.map(({ subject }) => subject));
    expect(subjects.size).toBe(18);
  });

  test('a digest has its figures and the head of the audit log', async () => {
    const detail = JSON.stringify({
      day: '2026-11-24',
      received: 5000,
      pending: 12,
      audit_head: '7:ab',
    });
    await server.sql`
      select private.queue_mail('digest', ${admin}, null, ${detail}::text::jsonb)`;
    await drain();
    const [mail] = sink.mails;
    expect(mail?.text).toContain('Received: \u20685,000\u2069');
    expect(mail?.text).toContain('Day (UTC): \u2068November 24, 2026\u2069');
    expect(mail?.text).toContain('Head of the audit log: \u20687:ab\u2069');
    expect(mail?.text).toContain(`${SITE}/admin/records`);
  });
});

test('A job of the database wakes the function, without a secret', async () => {
  const own = await startTestServer({
    environment: { FUNCTIONS_SECRET_SMTP_URL: sink.url, FUNCTIONS_ALLOW_NET: sink.host },
  });
  try {
    const person = await signUp(own.sql);
    await actAs(own.sql, signedIn(person), (tx) => insertOrder(tx, orderFields(person)));
    const jobs = await own.sql<{ command: string }[]>`
      select command from cron.job where jobname = 'send-mails'`;
    expect(jobs).toHaveLength(1);
    await own.sql.unsafe(jobs[0]?.command ?? '');
    await expect.poll(() => sink.mails.length).toBe(1);
  } finally {
    await own.stop();
  }
});

describe('without a mail host', () => {
  test('that answers, mails wait, and arrive when it is back', async () => {
    const port = await sink.close().then(() => Number(new URL(sink.url).port));
    const person = await customer('en');
    for (let index = 0; index < 3; index += 1) {
      await server.sql`select private.queue_mail('approved', ${person})`;
    }
    expect(await drain()).toEqual({ sent: 0, failed: 0, skipped: 0, retry: 3 });
    expect(await results()).toMatchObject([
      { state: 'waiting', attempts: 1 },
      { state: 'waiting', attempts: 0 },
      { state: 'waiting', attempts: 0 },
    ]);
    sink = await startSmtpSink(port);
    await server.sql`update private.outbox set due_at = now()`;
    expect(await drain()).toMatchObject({ sent: 3 });
    expect(sink.mails).toHaveLength(3);
  });

  test('in the settings, mails are skipped', async () => {
    const other = await startTestServer();
    try {
      const person = await signUp(other.sql);
      await other.sql`select private.queue_mail('approved', ${person})`;
      await fetch(`${other.url}/functions/v1/send-mails`, { method: 'POST' });
      expect(await other.sql`select state, result from private.outbox`).toEqual([
        { state: 'skipped', result: 'skipped: no mail host' },
      ]);
    } finally {
      await other.stop();
    }
  });
});
