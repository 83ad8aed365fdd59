import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../apps/server/test/support/index.ts';
import { signUpCustomer } from './payment-support.ts';
import { startSmtpSink, type SmtpSink } from '../../apps/server/test/support/test-mail-host.ts';
import {
  actAs,
  errorOf,
  insertOrder,
  makeAdmin,
  orderFields,
  signedIn,
  signUp,
} from './support.ts';

let sink: SmtpSink;
let server: TestServer;
let admin: string;
let authorization: string;

beforeAll(async () => {
  sink = await startSmtpSink();
  server = await startTestServer({
    environment: { FUNCTIONS_SECRET_SMTP_URL: sink.url, FUNCTIONS_ALLOW_NET: sink.host },
  });
  admin = await makeAdmin(server.sql);
  ({ authorization } = await signUpCustomer(server));
});
afterAll(async () => {
  await server.stop();
  await sink.close();
});
beforeEach(async () => {
  sink.mails.length = 0;
  await server.sql`delete from private.outbox`;
  await server.sql`delete from public.mail_texts`;
});

const save = (kind: string, locale: string, subject: string, body: string) =>
  actAs(
    server.sql,
    signedIn(admin),
    (tx) => tx`
      insert into public.mail_texts (kind, locale, subject, body)
      values (${kind}, ${locale}, ${subject}, ${body}) returning id`,
  );

async function drain(): Promise<void> {
  const response = await fetch(`${server.url}/functions/v1/send-mails`, { method: 'POST' });
  expect(response.status).toBe(200);
}

describe('a text of the operator', () => {
  it('replaces the built-in one in its language, with the values of its placeholders', async () => {
    await save('received', 'de', 'Danke,\n {name}', 'Ihr Auftrag über {amount} ist da.\nBis bald.');
    const [german, french] = await Promise.all(
      ['de', 'fr'].map((locale) =>
        signUp(server.sql, { metadata: { full_name: 'Ada <b>', locale } }),
      ),
    );
    for (const person of [german, french]) {
      await actAs(server.sql, signedIn(person ?? ''), (tx) =>
        insertOrder(tx, orderFields(person ?? '')),
      );
    }
    await drain();
    expect(sink.mails.map(({ subject }) => subject)).toEqual([
      'Danke, Ada <b>',
      'Nous avons reçu votre commande',
    ]);
    const [mail] = sink.mails;
    expect(mail?.text).toMatch(/Ihr Auftrag über 15,00\s\$ ist da\.\n\nBis bald\./);
    expect(mail?.html).toContain('Danke, Ada &lt;b&gt;');
  });

  it('of a correction depends on its decision', async () => {
    await save('corrected_rejected', 'en', 'Own words', 'We are sorry.');
    const person = await signUp(server.sql, { metadata: { full_name: 'Ada', locale: 'en' } });
    for (const status of ['manual_payment_rejected', 'manual_payment_approved']) {
      const detail = JSON.stringify({ status });
      await server.sql`
        select private.queue_mail('corrected', ${person}, null, ${detail}::text::jsonb)`;
    }
    await drain();
    expect(sink.mails.map(({ subject }) => subject)).toEqual([
      'Own words',
      'Correction: your order is approved',
    ]);
  });

  it.each([
    ['Hello {nam}', 'Text', '{nam}'],
    ['Hello', 'Text with {reference}', '{reference}'],
    ['Hello', 'An open {brace', '{brace'],
    ['  ', 'Text', 'Enter a subject'],
    ['Hello', ' \n ', 'Enter a subject'],
    ['Hello', 'x'.repeat(2001), '2000 characters'],
    ['Card 4111 1111 1111 1111', 'Text', 'card numbers'],
  ])('%j, %j is refused with %s', async (subject, body, problem) => {
    const error = await errorOf(save('approved', 'en', subject, body));
    expect(error.code).toBe('23514');
    expect(error.message).toContain(problem);
  });
});

describe('the preview', () => {
  const preview = async (body: object) => {
    const response = await fetch(`${server.url}/functions/v1/preview-mail`, {
      method: 'POST',
      headers: { Authorization: authorization },
      body: JSON.stringify(body),
    });
    return { status: response.status, mail: (await response.json()) as Record<string, unknown> };
  };

  it('shows the built-in text, or the given one, in the language of the mail', async () => {
    const builtIn = await preview({ kind: 'corrected_rejected', locale: 'de' });
    expect(builtIn.mail.subject).toBe('Korrektur: Ihr Auftrag ist nicht genehmigt');
    const own = await preview({
      kind: 'approved',
      locale: 'en',
      subject: 'Hi {name}',
      body: 'You paid {amount}.',
    });
    expect(own.mail.subject).toBe('Hi Ada');
    expect(own.mail.text).toContain('You paid $15.00.');
  });

  it('refuses mails that have no text of the operator', async () => {
    expect((await preview({ kind: 'digest', locale: 'en' })).status).toBe(400);
    expect((await preview({})).status).toBe(400);
  });
});
