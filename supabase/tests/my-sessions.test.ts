/** @covers security.sessions.17 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  actAs,
  addFactor,
  openSession,
  errorOf,
  signedIn,
  signUp,
  type Caller,
  type Sql,
} from './support.ts';

describe('the list of a user’s sessions', () => {
  let database: TestDatabase;
  let sql: Sql;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
  });
  afterAll(() => database.drop());

  const list = (caller: Caller) =>
    actAs(sql, caller, (transaction) => transaction`select * from public.my_sessions()`);
  const end = (caller: Caller, session: string) =>
    actAs(sql, caller, (transaction) => transaction`select public.end_my_session(${session})`);
  const idsOf = async (caller: Caller) => (await list(caller)).map(({ id }) => String(id));

  it('has the current session first, then the others by last activity, without tokens', async () => {
    const ada = await signUp(sql);
    const createdAt = new Date('2026-03-01T10:00:00Z');
    const old = await openSession(sql, ada, { createdAt, userAgent: 'Old' });
    const idle = await openSession(sql, ada, { createdAt, userAgent: 'Idle' });
    const current = await openSession(sql, ada, { createdAt, userAgent: 'Here' });
    await sql`update auth.sessions set refreshed_at = '2026-03-02 09:30:00' where id = ${old}`;

    const sessions = await list({ ...signedIn(ada), session: current });

    expect(sessions).toEqual([
      {
        id: current,
        is_current: true,
        signed_in_at: createdAt,
        last_active_at: createdAt,
        user_agent: 'Here',
      },
      {
        id: old,
        is_current: false,
        signed_in_at: createdAt,
        last_active_at: new Date('2026-03-02T09:30:00Z'),
        user_agent: 'Old',
      },
      {
        id: idle,
        is_current: false,
        signed_in_at: createdAt,
        last_active_at: createdAt,
        user_agent: 'Idle',
      },
    ]);
  });

  it('is not visible to other users, and contains no ended sessions', async () => {
    const ada = await signUp(sql);
    const stranger = await signUp(sql);
    const open = await openSession(sql, ada);
    const closed = await openSession(sql, ada);
    await sql`update auth.sessions set not_after = now() - interval '1 minute' where id = ${closed}`;
    expect(await idsOf(signedIn(ada))).toEqual([open]);
    expect(await idsOf(signedIn(stranger))).toEqual([]);
  });

  /** @covers 7.16 */
  it('lets only the owner end a session, with an entry in the audit log', async () => {
    const ada = await signUp(sql);
    const stranger = await signUp(sql);
    const kept = await openSession(sql, ada);
    const lost = await openSession(sql, ada);
    await end(signedIn(stranger), lost);
    await end(signedIn(ada), randomUUID());
    expect((await idsOf(signedIn(ada))).sort()).toEqual([kept, lost].sort());

    await end(signedIn(ada), lost);
    await end(signedIn(ada), lost);

    expect(await idsOf(signedIn(ada))).toEqual([kept]);
    const log = await sql`
      select actor_id, actor_role, table_name, action from private.audit_log
      where record_id = ${lost}`;
    expect(log).toEqual([
      { actor_id: ada, actor_role: 'authenticated', table_name: 'auth.sessions', action: 'delete' },
    ]);
  });

  it('requires the second factor if the user has one', async () => {
    const ada = await signUp(sql);
    const session = await openSession(sql, ada);
    await addFactor(sql, ada);
    const below = signedIn(ada, 'aal1');
    expect((await errorOf(list(below))).message).toContain('two-step verification');
    expect((await errorOf(end(below, session))).message).toContain('two-step verification');
    expect(await idsOf(signedIn(ada, 'aal2'))).toEqual([session]);
  });
});
