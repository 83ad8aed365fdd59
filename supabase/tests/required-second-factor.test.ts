/** @covers security.sessions.16 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  actAs,
  addFactor,
  makeAdmin,
  errorOf,
  requireFactors,
  signedIn,
  signUp,
  type Caller,
  type Sql,
} from './support.ts';

describe('the setting that requires two factors of administrators', () => {
  let database: TestDatabase;
  let sql: Sql;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
  });
  afterEach(() => requireFactors(sql, false));
  afterAll(() => database.drop());

  /** The number of changed rows. */
  const set = (caller: Caller, isRequired: boolean) =>
    actAs(
      sql,
      caller,
      async (transaction) =>
        (
          await transaction`
            update public.security_settings
            set administrators_need_second_factor = ${isRequired} returning id`
        ).length,
    );
  const seesStrangers = async (caller: Caller, stranger: string) =>
    (
      await actAs(
        sql,
        caller,
        (transaction) => transaction`select id from public.profiles where id = ${stranger}`,
      )
    ).length === 1;

  async function makeProtectedAdmin(): Promise<string> {
    const admin = await makeAdmin(sql);
    await addFactor(sql, admin);
    return admin;
  }

  /** @covers 7.18 */
  it('can be turned on only by an administrator at aal2 with a verified factor', async () => {
    const bare = await makeAdmin(sql);
    const halfWay = await makeAdmin(sql);
    await addFactor(sql, halfWay, 'unverified');
    const protectedAdmin = await makeProtectedAdmin();
    const customer = await signUp(sql);
    await addFactor(sql, customer);

    expect(await set(signedIn(bare, 'aal1'), true)).toBe(0);
    expect(await set(signedIn(customer, 'aal2'), true)).toBe(0);
    expect(await set(signedIn(protectedAdmin, 'aal1'), true)).toBe(0);
    // Signed in with a passkey: aal2 now, but no factor to add to a password.
    for (const without of [bare, halfWay]) {
      expect(await errorOf(set(signedIn(without, 'aal2'), true))).toEqual({
        code: '23514',
        message: 'Set up two-step verification for yourself first.',
      });
    }
    expect(await set(signedIn(protectedAdmin, 'aal2'), true)).toBe(1);
  });

  it('removes the rights of an administrator without a factor until one is added', async () => {
    const customer = await signUp(sql);
    const bare = await makeAdmin(sql);
    expect(await seesStrangers(signedIn(bare), customer)).toBe(true);
    expect(await set(signedIn(await makeProtectedAdmin(), 'aal2'), true)).toBe(1);

    expect(await seesStrangers(signedIn(bare), customer)).toBe(false);
    expect(await seesStrangers(signedIn(bare), bare)).toBe(true);

    // The action that the panel requires.
    await addFactor(sql, bare);
    expect(await seesStrangers(signedIn(bare, 'aal2'), customer)).toBe(true);
    expect(await set(signedIn(bare, 'aal2'), false)).toBe(1);
    expect(await seesStrangers(signedIn(await makeAdmin(sql)), customer)).toBe(true);
  });

  it('is in the audit log with the administrator who changed it', async () => {
    const admin = await makeProtectedAdmin();
    await set(signedIn(admin, 'aal2'), true);
    await set(signedIn(admin, 'aal2'), true);
    await set(signedIn(admin, 'aal2'), false);
    const log = await sql`
      select before, after from private.audit_log
      where table_name = 'security_settings' and actor_id = ${admin} order by id`;
    const [on, off] = [true, false].map((value) => ({ administrators_need_second_factor: value }));
    expect(log).toEqual([
      { before: off, after: on },
      { before: on, after: off },
    ]);
  });
});
