import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import { actAs, assignmentsOf, ANON, makeAdmin, errorOf, signedIn, type Sql } from './support.ts';

describe('the support contact', () => {
  let database: TestDatabase;
  let sql: Sql;
  let admin: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    admin = await makeAdmin(sql);
  });
  afterAll(() => database.drop());

  const change = (contact: { email?: string; phone?: string; url?: string }) =>
    actAs(
      sql,
      signedIn(admin),
      (transaction) => transaction`
        update public.support_contact set ${assignmentsOf(transaction, contact)}
        returning id, email, phone, url`,
    );

  it('is one row without values at first, which visitors can read', async () => {
    const rows = await actAs(
      sql,
      ANON,
      (transaction) => transaction`select email, phone, url from public.support_contact`,
    );
    expect(rows).toEqual([{ email: null, phone: null, url: null }]);
    expect((await errorOf(sql`insert into public.support_contact default values`)).code).toBe(
      '23505',
    );
  });

  it('is stored without surrounding spaces, and a phone number as E.164', async () => {
    const [stored] = await change({
      email: ' help@example.com ',
      phone: '+1 (555) 010-0199',
      url: ' https://help.example.com/start?topic=cards ',
    });
    expect(stored).toMatchObject({
      email: 'help@example.com',
      phone: '+15550100199',
      url: 'https://help.example.com/start?topic=cards',
    });
  });

  it('is cleared by blank texts', async () => {
    const [stored] = await change({ email: '', phone: ' ', url: '' });
    expect(stored).toMatchObject({ email: null, phone: null, url: null });
  });

  it('is in the audit log with the administrator who changed it', async () => {
    const [before] = await change({ email: 'first@example.com' });
    await change({ email: 'second@example.com' });
    const [entry] = await sql`
      select actor_id, table_name, before, after from private.audit_log
      where record_id = ${String(before?.id)} order by id desc limit 1`;
    expect(entry).toEqual({
      actor_id: admin,
      table_name: 'support_contact',
      before: { email: 'first@example.com' },
      after: { email: 'second@example.com' },
    });
  });

  it.each([
    ['email', 'help'],
    ['email', 'help@example'],
    ['email', 'two@example.com, three@example.com'],
    ['email', 'Help <help@example.com>'],
    ['email', 'help@example.com?body=x'],
    ['email', `${'x'.repeat(250)}@example.com`],
    ['phone', '0555 010 0199'],
    ['phone', '+0 555 010 0199'],
    ['phone', '+1 555'],
    ['phone', '+1234567890123456'],
    ['phone', '+1 555 CALL NOW'],
    ['url', 'http://help.example.com'],
    ['url', 'javascript:alert(1)'],
    ['url', 'help.example.com'],
    ['url', 'https://help'],
    ['url', 'https://user@help.example.com'],
    ['url', 'https://help.example.com/a b'],
    ['url', 'https://help.example.com\\@evil.example'],
    ['url', 'https://help.example.com/4242424242424242'],
  ])('the %s %j is refused with a full sentence as the message', async (column, typed) => {
    const error = await errorOf(change({ [column]: typed }));
    expect(error.code).toBe('23514');
    expect(error.message).toMatch(/^[A-Z].*\.$/);
  });
});
