import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@beaconpay/server/testing';
import { parseChainHead, verifyAuditChain } from './audit-chain.ts';

const ENTRIES = 6;

let database: TestDatabase;

/** Adds entries as triggers do, each in its own transaction. */
async function addEntries(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await database.sql`
      insert into private.audit_log (actor_role, table_name, record_id, action, before, after)
      values ('authenticated', 'orders', gen_random_uuid(), 'update',
        ${`{"status": "pending", "amount": ${String(index)}.50, "name": "Zoë \\"\\n ☂"}`}::text::jsonb,
        '{"status": "approved", "list": [1, 2, {"b": null, "a": "x"}]}')`;
  }
}

/** The database's owner, who can switch triggers off. */
async function tamper(statement: string): Promise<void> {
  await database.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql.unsafe(statement);
  });
}

beforeEach(async () => {
  database = await createTestDatabase();
  await addEntries(ENTRIES);
  await verifyAuditChain(database.sql);
});
afterEach(() => database.drop());

describe('the chain of the audit log', () => {
  it('is intact after changes, rollbacks and further seals, and the database comes to the same result', async () => {
    await database.sql
      .begin(async (sql) => {
        await sql`
          insert into private.audit_log (actor_role, table_name, record_id, action, before)
          values ('anon', 'orders', gen_random_uuid(), 'delete', '{}')`;
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await addEntries(2);
    const { head, broken } = await verifyAuditChain(database.sql);
    expect(broken).toBeNull();
    expect(head.position).toBe(ENTRIES + 2);
    expect(await database.sql`select * from private.first_audit_problem(1)`).toEqual([]);
    expect((await verifyAuditChain(database.sql, head)).broken).toBeNull();
  });

  it.each([
    [
      'a changed value',
      `update private.audit_log set after = '{"status": "rejected"}' where id = 3`,
      3,
      'entry_changed',
    ],
    [
      'a changed user',
      `update private.audit_log set actor_id = gen_random_uuid() where id = 3`,
      3,
      'entry_changed',
    ],
    [
      'a changed time',
      `update private.audit_log set recorded_at = recorded_at - interval '1 s' where id = 3`,
      3,
      'entry_changed',
    ],
    [
      'a changed origin',
      `update private.audit_log set origin = '{"network": "203.0.113.0/24"}' where id = 3`,
      3,
      'entry_changed',
    ],
    ['a removed row', 'delete from private.audit_log where id = 3', 3, 'entry_removed'],
    [
      'a removed row and its link',
      'delete from private.audit_log where id = 3; delete from private.audit_chain where entry_id = 3',
      4,
      'link_removed',
    ],
    [
      'the removal of the first link',
      'delete from private.audit_chain where position = 1',
      2,
      'link_removed',
    ],
    [
      'two rows that changed places',
      `alter table private.audit_log alter id drop identity; update private.audit_log set id = -1 where id = 3;
      update private.audit_log set id = 3 where id = 4; update private.audit_log set id = 4 where id = -1`,
      3,
      'entry_changed',
    ],
    [
      'two links that changed places',
      `update private.audit_chain set position = 99 where position = 3;
      update private.audit_chain set position = 3 where position = 4;
      update private.audit_chain set position = 4 where position = 99`,
      4,
      'link_changed',
    ],
    [
      'a row and the hashes of its link',
      `update private.audit_log set actor_role = 'anon' where id = 3;
      update private.audit_chain as link set content_hash = private.audit_content_hash(entry, leaves)
      from private.audit_log as entry where entry.id = 3 and link.entry_id = 3`,
      3,
      'link_changed',
    ],
    [
      'values without an erasure',
      `update private.audit_log set after = '{"status": null, "list": null}' where id = 3;
      update private.audit_chain set leaves = jsonb_set(jsonb_set(leaves, '{after.status,0}', 'null'), '{after.list,0}', 'null')
      where entry_id = 3`,
      3,
      'entry_erased',
    ],
  ] as const)('finds %s', async (_, statement, entryId, problem) => {
    for (const part of statement.split(';')) await tamper(part);
    const { broken } = await verifyAuditChain(database.sql);
    expect(broken).toMatchObject({ entryId, problem });
    expect(await database.sql`select * from private.first_audit_problem(1)`).toMatchObject([
      { broken_entry: String(entryId), problem },
    ]);
  });

  it('finds a row inserted between others, and one with an earlier time at the end', async () => {
    await tamper('delete from private.audit_log where id = 6');
    await tamper('delete from private.audit_chain where entry_id = 6');
    await database.sql`select setval('private.audit_log_id_seq', 9)`;
    await addEntries(1);
    // The numbers 6 to 9 belong to no transaction. The chain knows it when transactions of other databases end, too.
    await vi.waitFor(
      async () => {
        await tamper(`update private.audit_gaps set seen_at = now() - interval '1 day'`);
        await database.sql`select private.seal_audit_log()`;
        expect(await database.sql`select from private.audit_gaps`).toEqual([]);
      },
      { timeout: 20_000 },
    );
    const insert = `insert into private.audit_log (id, recorded_at, actor_role, table_name, record_id, action, before)
      overriding system value values`;
    await tamper(`${insert} (7, now(), 'anon', 'orders', gen_random_uuid(), 'delete', '{}')`);
    expect((await verifyAuditChain(database.sql)).broken).toEqual({
      entryId: 7,
      position: null,
      problem: 'entry_inserted',
    });
    await tamper('delete from private.audit_log where id = 7');
    await tamper(
      `${insert} (50, now() - interval '2 days', 'anon', 'orders', gen_random_uuid(), 'delete', '{}')`,
    );
    expect((await verifyAuditChain(database.sql)).broken).toMatchObject({
      entryId: 50,
      problem: 'entry_backdated',
    });
  });

  it('finds a chain that was cut or made again, by the head of an earlier day', async () => {
    const { head } = await verifyAuditChain(database.sql);
    await tamper('delete from private.audit_log where id = 6');
    await tamper('delete from private.audit_chain where entry_id = 6');
    expect((await verifyAuditChain(database.sql)).broken).toBeNull();
    const cut = await verifyAuditChain(database.sql, head);
    expect(cut.broken).toEqual({ entryId: null, position: 6, problem: 'head_differs' });

    await tamper('delete from private.audit_chain');
    await tamper(`update private.audit_log set actor_role = 'anon' where id = 2`);
    await addEntries(1);
    const again = await verifyAuditChain(database.sql, head);
    expect(again.broken).toMatchObject({ position: 6, problem: 'head_differs' });
  });

  it('seals an entry whose transaction was still open when later ones were sealed', async () => {
    const { promise: sealedOthers, resolve } = Promise.withResolvers<undefined>();
    const { promise: isWritten, resolve: write } = Promise.withResolvers<undefined>();
    const slow = database.sql.begin(async (sql) => {
      await sql`
        insert into private.audit_log (actor_role, table_name, record_id, action, before)
        values ('anon', 'orders', gen_random_uuid(), 'delete', '{}')`;
      write(undefined);
      await sealedOthers;
    });
    await isWritten;
    await addEntries(1);
    expect((await verifyAuditChain(database.sql)).head.position).toBe(ENTRIES + 1);
    await tamper(`update private.audit_gaps set seen_at = now() - interval '1 day'`);
    expect((await verifyAuditChain(database.sql)).broken).toBeNull();
    resolve(undefined);
    await slow;
    expect(await verifyAuditChain(database.sql)).toMatchObject({
      head: { position: ENTRIES + 2 },
      broken: null,
    });
  });

  it('stays verifiable when an account is erased, and no longer proves the erased values', async () => {
    const { sql } = database;
    const person = randomUUID();
    await sql`insert into auth.users (id, aud, role, email) values (${person}, 'authenticated', 'authenticated', 'ada@example.com')`;
    await sql`update public.profiles set city = 'London' where id = ${person}`;
    await verifyAuditChain(sql);
    await sql`update public.profiles set city = 'Paris' where id = ${person}`;
    await sql`update auth.users set deleted_at = now() where id = ${person}`;
    const { head, broken } = await verifyAuditChain(sql);
    expect(broken).toBeNull();
    expect(head.position).toBeGreaterThan(ENTRIES + 3);
    const rows = await sql`
      select entry.after, link.leaves -> 'after.city' ->> 0 as salt
      from private.audit_log as entry join private.audit_chain as link on link.entry_id = entry.id
      where entry.record_id = ${person} and entry.table_name = 'profiles' order by entry.id limit 1`;
    expect(rows).toEqual([{ after: { city: null }, salt: null }]);
    expect(await sql`select * from private.first_audit_problem(1)`).toEqual([]);
    await tamper(`delete from private.audit_log where action = 'erase'`);
    expect((await verifyAuditChain(sql)).broken).toMatchObject({ problem: 'entry_erased' });
  });

  it('is one chain when several processes seal at the same time', async () => {
    await addEntries(20);
    await Promise.all(
      Array.from({ length: 4 }, () => database.sql`select private.seal_audit_log()`),
    );
    expect(await verifyAuditChain(database.sql)).toMatchObject({
      head: { position: ENTRIES + 20 },
      broken: null,
    });
  });
});

describe('the head of an earlier day', () => {
  it('is a position and a hash', () => {
    const hash = 'A1'.repeat(32);
    expect(parseChainHead(`12:${hash}`)).toEqual({ position: 12, hash: hash.toLowerCase() });
    expect(() => parseChainHead('12')).toThrow('is not a position and a hash');
  });
});
