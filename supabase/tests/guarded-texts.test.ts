/** @covers security.card-numbers.1 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  actAs,
  insertOrder,
  insertRecharge,
  makeAdmin,
  orderFields,
  rechargeFields,
  errorOf,
  signedIn,
  signUp,
  type Sql,
} from './support.ts';

/** One number in the formats that people and programs use. */
const WRITINGS = [
  '4111111111111111',
  'card: 4111 1111 1111 1111, thanks',
  '4111-1111-1111-1111',
  '4111....1111....1111....1111',
  '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
  '4111\u200b1111\u200b1111\u200b1111',
  '4111\n1111\n1111\n1111',
  '4111 · 1111 · 1111 · 1111',
  '４１１１１１１１１１１１１１１１',
  '٤١١١١١١١١١١١١١١١',
  '४१११ ११११ ११११ ११११',
  '𝟜𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙',
  '④①①①①①①①①①①①①①①①',
  '❹➀❶①①①①①①①①①①①①①',
  '四一一一一一一一一一一一一一一一',
  '41١1-1११1-1111-1𝟙1１',
  'cvv 123',
  'C.V.V: 1 2 3',
  'security code is ١٢٣',
];

/** Texts without a card number or security code. */
const HONEST = [
  'Ada Lovelace 1815',
  '+49 1512 3456789',
  '2026112100000008',
  'DE89 3704 0044 0532 0130 00',
  'b3f1c9e2-4111-4111-8111-111111111111',
  'HRB 123456 B, Köln',
];

const PROFILE_TEXTS = [
  'full_name',
  'phone_number',
  'street_address',
  'city',
  'postal_code',
  'country',
  'company_name',
  'company_registration_number',
  'company_address',
  'company_phone',
] as const;

const MAX_LENGTHS: Readonly<Record<string, number>> = {
  phone_number: 40,
  postal_code: 20,
  company_phone: 40,
};

describe('texts of users', () => {
  let database: TestDatabase;
  let sql: Sql;
  let customer: string;
  let admin: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    customer = await signUp(sql, { metadata: { full_name: 'Ada' } });
    admin = await makeAdmin(sql);
  });
  afterAll(() => database.drop());

  function writeProfile(column: string, value: string) {
    return actAs(
      sql,
      signedIn(customer),
      (transaction) => transaction`
        update public.profiles set ${transaction(column)} = ${value}
        where id = ${customer} returning ${transaction(column)} as written`,
    );
  }

  it.each(PROFILE_TEXTS)('a card number or security code in %s is refused', async (column) => {
    for (const text of WRITINGS) {
      if (text.length > (MAX_LENGTHS[column] ?? 100)) continue;
      const error = await errorOf(writeProfile(column, text));
      expect(error.code, text).toBe('23514');
      expect(error.message).toContain(
        `we never store card numbers or security codes. Please remove them from the ${column.replaceAll('_', ' ')}.`,
      );
    }
    for (const text of HONEST.filter(({ length }) => length <= (MAX_LENGTHS[column] ?? 100))) {
      expect(await writeProfile(column, text)).toEqual([{ written: text }]);
    }
  });

  it.each(['avatar_url', 'company_website'])('a card number in %s is refused', async (column) => {
    const error = await errorOf(
      writeProfile(column, 'https://pictures.example/4111111111111111.png'),
    );
    expect(error.message).toContain('never store');
  });

  it('an older text that would be refused today does not prevent changes of other texts', async () => {
    const id = await signUp(sql);
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await transaction`
        update public.profiles set city = '4111111111111111', company_website = 'ftp://old.example'
        where id = ${id}`;
    });
    const changed = await actAs(
      sql,
      signedIn(id),
      (transaction) => transaction`
        update public.profiles set country = 'UK', city = '4111111111111111'
        where id = ${id} returning country`,
    );
    expect(changed).toEqual([{ country: 'UK' }]);
  });

  it.each(WRITINGS)('a sign-up and a change of metadata with %s are refused', async (text) => {
    for (const metadata of [
      { full_name: text },
      { anything: { deep: ['x', text] } },
      { [text]: true },
    ]) {
      expect((await errorOf(signUp(sql, { metadata }))).code).toBe('23514');
      const change = sql`
        update auth.users set raw_user_meta_data = ${JSON.stringify(metadata)}::text::jsonb
        where id = ${customer}`;
      expect((await errorOf(Promise.resolve(change))).code).toBe('23514');
    }
  });

  it.each([
    ['a JSON number', { card: 4111111111111111 }],
    ['a list of its parts', { card: ['4111', '1111', '1111', '1111'] }],
    ['a number with an exponent', { card: 4.111111111111111e15 }],
    ['a security code under its name', { cvv: '123' }],
  ])('metadata with a card number as %s is refused', async (_, metadata) => {
    expect((await errorOf(signUp(sql, { metadata }))).code).toBe('23514');
  });

  /** @covers security.limits.2 */
  it('a sign-up with very large metadata is not scanned, and keeps the fields of an account', async () => {
    const numbers = Array.from({ length: 40_000 }, (_, number) => number);
    const startedAtMs = performance.now();
    const id = await signUp(sql, { metadata: { full_name: 'Ada', numbers } });
    // With quadratic time these took more than a minute.
    expect(performance.now() - startedAtMs).toBeLessThan(15_000);
    const [account] = await sql`select raw_user_meta_data as kept from auth.users where id = ${id}`;
    expect(account?.kept).toEqual({ full_name: 'Ada' });
  });

  /** @covers security.limits.2 */
  it('a text beyond the maximum length is refused without a scan', async () => {
    const long = `4111111111111111 ${'1, '.repeat(10_000)}`;
    const profile = await errorOf(writeProfile('full_name', long));
    expect(profile).toMatchObject({ code: '23514', message: 'The full name is too long.' });
    const details = { cardHolder: long, brand: 'visa', last4: '1111', expiry: '01/2030' };
    const order = orderFields(customer, {
      payment_method: 'card_payment',
      transaction_reference: `CARD_PAYMENT_DETAILS:${JSON.stringify(details)}`,
    });
    const ordered = await errorOf(insertOrder(sql, order));
    expect(ordered).toMatchObject({ code: '23514', message: 'The name on the card is too long.' });
  });

  it('a card number is found in a long text', async () => {
    const filler = 'nothing 12, '.repeat(400);
    const error = await errorOf(signUp(sql, { metadata: { a: filler, b: '4111 1111 1111 1111' } }));
    expect(error.message).toContain('never store');
    await signUp(sql, { metadata: { a: filler, b: filler } });
  });

  it('the user id of an identity provider is not refused as a card number', async () => {
    const metadata = { sub: '4111111111111111', provider_id: '4111111111111111', name: 'Ada' };
    const [user] = await sql`
      insert into auth.users (id, raw_app_meta_data, raw_user_meta_data)
      values (gen_random_uuid(), '{"provider":"facebook"}', ${JSON.stringify(metadata)}::text::jsonb)
      returning id`;
    const rename = { ...metadata, name: 'Augusta' };
    await sql`
      update auth.users set raw_user_meta_data = ${JSON.stringify(rename)}::text::jsonb
      where id = ${String(user?.id)}`;
    expect((await errorOf(signUp(sql, { metadata }))).code).toBe('23514');
  });

  it('a card number is refused as an email address or a phone number of an account', async () => {
    const byMail = await errorOf(signUp(sql, { email: '4111-1111-1111-1111@example.com' }));
    const byPhone = await errorOf(
      Promise.resolve(sql`
        insert into auth.users (id, phone) values (gen_random_uuid(), '378282246310005')`),
    );
    const change = await errorOf(
      Promise.resolve(sql`
        update auth.users set email_change = '4111111111111111@example.com' where id = ${customer}`),
    );
    expect([byMail.code, byPhone.code, change.code]).toEqual(['23514', '23514', '23514']);
    await sql`insert into auth.users (id, phone) values (gen_random_uuid(), '4915123456784')`;
  });

  it.each(WRITINGS)('an order, a recharge and a review with %s are refused', async (text) => {
    const order = orderFields(customer, { transaction_reference: text });
    const named = orderFields(customer, { card_details: { tier: 'premium', cardName: text } });
    const recharge = rechargeFields(customer, { transaction_reference: text });
    const { id } = await insertOrder(sql, orderFields(customer));
    const review = () =>
      actAs(
        sql,
        signedIn(admin),
        (transaction) => transaction`
        update public.orders set status = 'manual_payment_rejected', admin_notes = ${text}
        where id = ${id}`,
      );
    for (const attempt of [
      () => insertOrder(sql, order),
      () => insertOrder(sql, named),
      () => insertRecharge(sql, recharge),
      review,
    ]) {
      expect((await errorOf(attempt())).message).toContain('never store');
    }
  });

  it('a card number split into card holder and last four digits is refused', async () => {
    const details = { cardHolder: '411111111111', brand: 'visa', last4: '1111', expiry: '12/2030' };
    const error = await errorOf(
      insertOrder(
        sql,
        orderFields(customer, {
          payment_method: 'card_payment',
          transaction_reference: `CARD_PAYMENT_DETAILS:${JSON.stringify(details)}`,
        }),
      ),
    );
    expect(error.message).toContain('Please remove them from the name on the card.');
  });

  it('the error for a refused reference explains what to enter instead', async () => {
    const order = orderFields(customer, { transaction_reference: '4111111111111111' });
    expect((await errorOf(insertOrder(sql, order))).message).toBe(
      'For your safety, we never store card numbers or security codes. Please remove the card ' +
        "number. If this is your bank's reference, enter its last eight characters.",
    );
  });

  /** @covers security.card-numbers.2 */
  it('a refused text is neither in the audit log nor in the write-ahead log', async () => {
    const accepted = `accepted-${customer}`;
    const refused = `refused-${customer}`;
    const [begun] = await sql`select pg_walfile_name(pg_current_wal_insert_lsn()) as file`;
    await writeProfile('street_address', accepted);
    await errorOf(writeProfile('street_address', `${refused} 4111111111111111`));
    await errorOf(signUp(sql, { metadata: { note: `${refused} 4111111111111111` } }));
    // A synchronous commit, so that the file contains everything written before it.
    await sql.begin(async (transaction) => {
      await transaction`set local synchronous_commit = on`;
      await transaction`update public.profiles set city = ${accepted} where id = ${customer}`;
    });

    const [found] = await sql`
      select
        bool_or(position(${accepted}::text::bytea in content) > 0) as accepted,
        bool_or(position(${refused}::text::bytea in content) > 0) as refused,
        (select count(*) from private.audit_log where after::text like ${`%${refused}%`})::int as logged
      from (
        select pg_read_binary_file('pg_wal/' || name) as content
        from pg_ls_waldir() where name >= ${String(begun?.file)} and name ~ '^[0-9A-F]{24}$'
      ) as files`;
    expect(found).toEqual({ accepted: true, refused: false, logged: 0 });
  });

  it('a policy can check the names of files with the rights of the caller', async () => {
    const [row] = await actAs(
      sql,
      signedIn(customer),
      (transaction) => transaction`
        select private.contains_card_secret('ada/4111-1111-1111-1111.png') as number,
          private.contains_card_secret('ada/portrait-2026-11-21.png') as portrait`,
    );
    expect(row).toEqual({ number: true, portrait: false });
  });

  it('metadata that is too large is cut at sign-up, and refused later', async () => {
    const id = await signUp(sql, {
      metadata: { full_name: 'Ada', account_type: 'business', rest: 'x'.repeat(20_000) },
    });
    const [user] = await sql`
      select raw_user_meta_data as metadata, account_type
      from auth.users join public.profiles using (id) where id = ${id}`;
    expect(user).toEqual({
      metadata: { full_name: 'Ada', account_type: 'business' },
      account_type: 'business',
    });

    for (const column of ['raw_user_meta_data', 'raw_app_meta_data']) {
      const change = sql`
        update auth.users
        set ${sql(column)} = jsonb_build_object('x', repeat('x', 16384)) where id = ${id}`;
      expect(await errorOf(Promise.resolve(change))).toEqual({
        code: '23514',
        message: 'Account metadata can be at most 16 kB.',
      });
      await sql`
        update auth.users
        set ${sql(column)} = jsonb_build_object('x', repeat('x', 16000)) where id = ${id}`;
    }
  });

  it.each([
    ['weber.example', 'https://weber.example'],
    [' https://weber.example/about?x=1#top ', 'https://weber.example/about?x=1#top'],
    ['HTTP://weber.example', 'HTTP://weber.example'],
    ['weber.example:8443/shop', 'https://weber.example:8443/shop'],
    ['https://müller.example', 'https://müller.example'],
    ['', null],
  ])('the website %s is stored as %s', async (typed, stored) => {
    expect(await writeProfile('company_website', typed)).toEqual([{ written: stored }]);
  });

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'ftp://weber.example',
    'mailto:a@weber.example',
    'https://user:pass@weber.example',
    'https://weber.example\\@evil.example',
    'https://',
    'https://weber',
    'not an address',
    'https://weber.example/a b',
    'java\nscript:alert(1)',
  ])('the website %j is refused', async (typed) => {
    expect((await errorOf(writeProfile('company_website', typed))).message).toBe(
      'Enter a link that starts with https:// or http://.',
    );
  });

  it.each([
    'https://pictures.example/ada.png',
    '/storage/v1/object/public/avatars/b3f1c9e2/ada.webp',
    '/storage/v1/render/image/public/avatars/ada.webp?width=64',
  ])('the avatar %s is accepted', async (typed) => {
    expect(await writeProfile('avatar_url', typed)).toEqual([{ written: typed }]);
  });

  it.each([
    'http://pictures.example/ada.png',
    'javascript:alert(1)',
    'data:image/png;base64,x',
    '//pictures.example/ada.png',
    '/auth/v1/logout',
    '/storage/v1/object/public/../../../auth/v1/logout',
    'https://user@pictures.example/ada.png',
  ])('the avatar %s is refused', async (typed) => {
    expect((await errorOf(writeProfile('avatar_url', typed))).message).toBe(
      'Enter a link to an image that starts with https://.',
    );
  });
});
