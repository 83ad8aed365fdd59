import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSealer } from '../../src/platform/sealing.ts';
import { startTestServer, type TestServer } from '../support/index.ts';
import { call, createOperator, readMail, uniqueEmail } from './auth-fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: { MAILER_AUTOCONFIRM: 'false', MAX_FREQUENCY_S: '0' },
  });
  // Transactions that began before this time cannot create tokens, because they may use the original request.
  await server.sql`create table public.request_replaced (at timestamptz not null)`;
  await server.sql`
    create function public.reject_token() returns trigger language plpgsql security definer as $$
    begin
      if not exists (select from public.request_replaced where at <= transaction_timestamp()) then
        raise exception using errcode = 'lock_not_available', message = 'not yet';
      end if;
      return new;
    end $$`;
  await server.sql`
    create trigger reject_token before insert on backend_auth.one_time_tokens
    for each row execute function public.reject_token()`;
});
afterAll(() => server.stop());

/** Replaces the content of the queued request with the content that an earlier server version stores. */
async function replaceRequest(content: object): Promise<void> {
  const [row] = await server.sql<{ id: string }[]>`select id from backend_auth.outbox`;
  if (row === undefined) throw new Error('There is no request in the outbox.');
  const sealed = createSealer(server.secretKey, 'messages').seal(row.id, content);
  await server.sql`update backend_auth.outbox set sealed = ${sealed} where id = ${row.id}`;
  await server.sql`insert into public.request_replaced values (clock_timestamp())`;
}

test('A request that an earlier version queued is sent after an upgrade', async () => {
  const email = uniqueEmail();
  await createOperator(server).auth.admin.createUser({ email, email_confirm: true });
  const response = await call(server, '/recover', { body: { email } });
  expect(response.status).toBe(200);
  await replaceRequest({
    purpose: 'recovery',
    email,
    newAccount: null,
    options: {
      client: { userAgent: null, ip: null, limitKey: 'earlier' },
      redirectTo: 'https://earlier.example/',
      challenge: null,
    },
  });
  const { link } = await readMail(server, email);
  expect(link.searchParams.get('redirect_to')).toBe('https://earlier.example/');
});
