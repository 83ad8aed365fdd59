import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import { actAs, makeAdmin, errorOf, signedIn, signUp, type Sql } from './support.ts';

describe('accounts', () => {
  let database: TestDatabase;
  let sql: Sql;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
  });
  afterAll(() => database.drop());

  async function profileOf(id: string): Promise<Record<string, unknown>> {
    const [profile] = await sql`
      select profiles.*, profiles.date_of_birth::text as date_of_birth, users.email
      from public.profiles join public.users using (id) where id = ${id}`;
    if (profile === undefined) throw new Error('no profile was made');
    return profile;
  }

  it('a sign-up creates a user row and a profile from its metadata', async () => {
    const id = await signUp(sql, {
      email: 'ada@example.com',
      metadata: {
        full_name: ' Ada Lovelace ',
        phone_number: '+44 20 7946 0000',
        date_of_birth: '1990-12-10',
        street_address: '12 St James’s Square',
        city: 'London',
        postal_code: 'SW1Y 4JH',
        country: 'UK',
        account_type: 'business',
      },
    });

    expect(await profileOf(id)).toMatchObject({
      email: 'ada@example.com',
      full_name: 'Ada Lovelace',
      phone_number: '+44 20 7946 0000',
      date_of_birth: '1990-12-10',
      street_address: '12 St James’s Square',
      city: 'London',
      postal_code: 'SW1Y 4JH',
      country: 'UK',
      account_type: 'business',
      company_name: null,
    });
  });

  it.each([
    ['admin', 'admin'],
    ['ADMIN', 'ADMIN'],
    ['an unknown type', 'root'],
    ['no type', null],
    ['a list', ['admin']],
    ['an object', { type: 'admin' }],
  ])('sign-up metadata that requests %s creates a personal account', async (_, accountType) => {
    const id = await signUp(sql, { metadata: { account_type: accountType } });
    expect(await profileOf(id)).toMatchObject({ account_type: 'personal' });
  });

  it.each([
    ['a list', [1, 2, 3]],
    ['a text', 'full_name'],
    ['a number', 7],
    ['JSON null', null],
    ['nothing', undefined],
    ['values of wrong types', { full_name: { a: 1 }, city: 7, date_of_birth: true }],
  ])('sign-up metadata that is %s does not stop the sign-up', async (_, metadata) => {
    const id = await signUp(sql, { metadata });
    expect(await profileOf(id)).toMatchObject({ full_name: null, account_type: 'personal' });
  });

  it('large sign-up metadata is truncated', async () => {
    const id = await signUp(sql, {
      metadata: { full_name: 'x'.repeat(2_000_000), city: 'y'.repeat(1000) },
    });
    const profile = await profileOf(id);
    expect(profile.full_name).toHaveLength(200);
    expect(profile.city).toHaveLength(120);
  });

  it.each(['2001-02-29', '1990-13-01', '10/12/1990', 'yesterday', '0001-01-01', '9999-12-31', ''])(
    'a date of birth of "%s" is ignored',
    async (dateOfBirth) => {
      const id = await signUp(sql, { metadata: { date_of_birth: dateOfBirth } });
      expect(await profileOf(id)).toMatchObject({ date_of_birth: null });
    },
  );

  it('an avatar that is not a URL is ignored', async () => {
    const id = await signUp(sql, { metadata: { avatar_url: 'javascript:alert(1)' } });
    expect(await profileOf(id)).toMatchObject({ avatar_url: null });
  });

  it('an anonymous or phone account without an email address gets a profile', async () => {
    const [user] = await sql<{ id: string }[]>`
      insert into auth.users (id, is_anonymous) values (gen_random_uuid(), true) returning id`;
    expect(await profileOf(user?.id ?? '')).toMatchObject({ email: null });
  });

  it('a changed sign-in email address is copied to the user row', async () => {
    const id = await signUp(sql);
    await sql.begin(async (transaction) => {
      await transaction`set local role supabase_auth_admin`;
      await transaction`update auth.users set email = 'new@example.com' where id = ${id}`;
    });
    expect(await profileOf(id)).toMatchObject({ email: 'new@example.com' });
  });

  it('changed sign-in metadata never changes the account type', async () => {
    const id = await signUp(sql);
    await sql`
      update auth.users set raw_user_meta_data = '{"account_type":"admin"}' where id = ${id}`;
    expect(await profileOf(id)).toMatchObject({ account_type: 'personal' });
  });

  it('the database sets the time of a profile change, whatever the client sends', async () => {
    const id = await signUp(sql);
    await actAs(
      sql,
      signedIn(id),
      (transaction) => transaction`
        update public.profiles set city = 'Paris', updated_at = '2001-01-01' where id = ${id}`,
    );
    const [row] = await sql`
      select updated_at > now() - interval '1 minute' as recent from public.profiles
      where id = ${id}`;
    expect(row).toEqual({ recent: true });
  });

  it('an empty avatar URL is stored as null', async () => {
    const id = await signUp(sql);
    await actAs(
      sql,
      signedIn(id),
      (transaction) => transaction`update public.profiles set avatar_url = '' where id = ${id}`,
    );
    expect(await profileOf(id)).toMatchObject({ avatar_url: null });
  });

  it.each([
    ['avatar_url', 'javascript:alert(1)'],
    ['company_website', ' JavaScript:alert(1)'],
    ['company_website', 'data:text/html,x'],
    ['full_name', 'x'.repeat(201)],
    ['date_of_birth', '1800-01-01'],
  ])('a profile refuses %s = %s', async (column, value) => {
    const id = await signUp(sql);
    const error = await errorOf(
      actAs(
        sql,
        signedIn(id),
        (transaction) =>
          transaction`update public.profiles set ${transaction(column)} = ${value} where id = ${id}`,
      ),
    );
    expect(error.code).toBe('23514');
  });

  it('administrators search accounts by name or email and by type, in pages with a count', async () => {
    const admin = await makeAdmin(sql);
    const byName = await signUp(sql, { metadata: { full_name: 'Zebulon Quick' } });
    const byMail = await signUp(sql, {
      email: 'zebulon@example.com',
      metadata: { account_type: 'business' },
    });

    const rows = await actAs(
      sql,
      signedIn(admin),
      (transaction) => transaction`
        select id, email, account_type, count(*) over ()::int as total
        from public.account_directory
        where full_name ilike '%zebulon%' or email ilike '%zebulon%'
        order by created_at, id limit 1`,
    );
    const business = await actAs(
      sql,
      signedIn(admin),
      (transaction) => transaction`
        select id from public.account_directory
        where account_type = 'business' and email ilike '%zebulon%'`,
    );

    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ id: byName, total: 2 });
    expect(business).toEqual([{ id: byMail }]);
  });

  it('customers find only their own account in the account directory', async () => {
    const id = await signUp(sql);
    const rows = await actAs(
      sql,
      signedIn(id),
      (transaction) => transaction`select id from public.account_directory`,
    );
    expect(rows).toEqual([{ id }]);
  });

  it('an account without records can be deleted, one with records cannot', async () => {
    const id = await signUp(sql);
    const customer = await signUp(sql);
    await sql`
      insert into public.orders (user_id, amount, card_details, payment_method, transaction_reference)
      values (${customer}, 5, '{"tier":"standard"}', 'manual_cash', 'R-1')`;

    await sql`delete from auth.users where id = ${id}`;
    const error = await errorOf(
      Promise.resolve(sql`delete from auth.users where id = ${customer}`),
    );

    expect(await sql`select id from public.profiles where id = ${id}`).toHaveLength(0);
    expect(error.code).toBe('23503');
  });
});
