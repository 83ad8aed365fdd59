import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionAs, openPool, type Sql } from '../../src/platform/database/connection.ts';
import { AUTH_ROLE } from '../../src/platform/database/service-roles.ts';
import { createAuthCleanUps } from '../../src/services/auth/clean-up.ts';
import { createTestDatabase, startTestServer, type TestDatabase } from '../support/index.ts';
import { until } from '../shared/until.ts';

let database: TestDatabase;
let sql: Sql;
const userId = randomUUID();
beforeAll(async () => {
  database = await createTestDatabase();
  const connection = connectionAs(database.connection, AUTH_ROLE);
  sql = openPool(connection, { applicationName: 'test-auth', maxConnections: 2 });
  await sql`insert into auth.users (id, email) values (${userId}, 'someone@example.com')`;
});
afterAll(async () => {
  await sql.end({ timeout: 1 });
  await database.drop();
});

async function cleanUp(name: string): Promise<void> {
  const found = createAuthCleanUps().find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no clean-up ${name}.`);
  await found.run(sql);
}

/** The time `hours` hours ago. */
function ago(hours: number): Date {
  return new Date(Date.now() - hours * 3_600_000);
}

async function addSession(created: Date, notAfter: Date | null = null): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into auth.sessions (id, user_id, created_at, updated_at, not_after)
    values (${id}, ${userId}, ${created}, ${created}, ${notAfter})`;
  return id;
}

interface Token {
  readonly token: string;
  readonly revoked: boolean;
  readonly at: Date;
  readonly parent?: string;
}

async function addToken(sessionId: string, { token, revoked, at, parent }: Token): Promise<void> {
  await sql`
    insert into auth.refresh_tokens
      (token, user_id, revoked, created_at, updated_at, parent, session_id)
    values (${token}, ${userId}, ${revoked}, ${at}, ${at}, ${parent ?? null}, ${sessionId})`;
}

const WEEK_H = 7 * 24;

test('sessions are deleted a week after they end or their last token is revoked, and no others', async () => {
  const inUse = await addSession(ago(WEEK_H * 50));
  await addToken(inUse, { token: 'in-use', revoked: false, at: ago(WEEK_H * 50) });
  const revokedLately = await addSession(ago(WEEK_H * 2));
  await addToken(revokedLately, { token: 'lately', revoked: true, at: ago(WEEK_H - 1) });
  const endedLately = await addSession(ago(WEEK_H * 2), ago(WEEK_H - 1));
  await addToken(endedLately, { token: 'ended', revoked: false, at: ago(WEEK_H * 2) });
  const fresh = await addSession(ago(0));
  const revoked = await addSession(ago(WEEK_H * 2));
  await addToken(revoked, { token: 'revoked', revoked: true, at: ago(WEEK_H + 1) });
  const ended = await addSession(ago(WEEK_H * 2), ago(WEEK_H + 1));
  await addToken(ended, { token: 'over', revoked: false, at: ago(WEEK_H * 2) });

  await cleanUp('auth:sessions');
  const left = await sql<{ id: string }[]>`select id from auth.sessions`;
  expect(new Set(left.map(({ id }) => id))).toEqual(
    new Set([inUse, revokedLately, endedLately, fresh]),
  );
  // The refresh tokens of the deleted sessions are deleted too.
  expect(
    await sql`select from auth.refresh_tokens where token in ('revoked', 'over')`,
  ).toHaveLength(0);
});

test('revoked refresh tokens are deleted after a week, except the parent of the active token', async () => {
  const session = await addSession(ago(WEEK_H * 3));
  await addToken(session, { token: 'oldest', revoked: true, at: ago(WEEK_H + 2) });
  await addToken(session, {
    token: 'parent',
    revoked: true,
    at: ago(WEEK_H + 1),
    parent: 'oldest',
  });
  await addToken(session, {
    token: 'active',
    revoked: false,
    at: ago(WEEK_H + 1),
    parent: 'parent',
  });
  const other = await addSession(ago(WEEK_H * 3));
  await addToken(other, { token: 'week', revoked: true, at: ago(WEEK_H - 1) });
  await cleanUp('auth:refresh-tokens');
  const left = await sql<{ token: string }[]>`
    select token from auth.refresh_tokens where session_id in (${session}, ${other}) order by id`;
  expect(left.map(({ token }) => token)).toEqual(['parent', 'active', 'week']);
});

test('one-time tokens and flows that can no longer be completed are deleted, and no others', async () => {
  for (const [type, hours] of [
    ['recovery', 26],
    ['confirmation', 24],
  ] as const) {
    await sql`
      insert into backend_auth.one_time_tokens
        (id, user_id, slot, address, code_hash, link_hash, created_at, expires_at)
      values (${randomUUID()}, ${userId}, ${type}, '', '', ${type}, ${ago(hours)}, ${ago(hours - 25)})`;
    await sql`
      insert into auth.flow_state
        (id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method,
          created_at)
      values (${randomUUID()}, ${type}, 's256', '', 'email', 'email/signup', ${ago(hours - 1)})`;
  }
  await cleanUp('auth:one-time-tokens');
  await cleanUp('auth:flows');
  const tokens = await sql<{ slot: string }[]>`select slot from backend_auth.one_time_tokens`;
  expect(tokens.map((row) => row.slot)).toEqual(['confirmation']);
  const flows = await sql<{ auth_code: string }[]>`select auth_code from auth.flow_state`;
  expect(flows.map((row) => row.auth_code)).toEqual(['confirmation']);
});

test('old sign-in failures, known devices and outbox messages are deleted, and no others', async () => {
  for (const [id, ageH] of [
    ['old', 401 * 24],
    ['new', 0.5],
  ] as const) {
    const at = ago(ageH);
    await sql`
      insert into backend_auth.sign_in_failures (subject, failures, last_failed_at)
      values (${id}, 1, ${at})`;
    await sql`
      insert into backend_auth.known_devices (user_id, device, last_seen_at)
      values (${userId}, ${id}, ${at})`;
    await sql`
      insert into backend_auth.outbox (id, sealed, created_at)
      values (${randomUUID()}, ${id}, ${at})`;
  }
  await cleanUp('auth:messages');
  await cleanUp('auth:sign-in-failures');
  const left = await sql<{ id: string }[]>`
    select convert_from(subject, 'UTF8') as id from backend_auth.sign_in_failures
    union all select convert_from(device, 'UTF8') from backend_auth.known_devices
    union all select convert_from(sealed, 'UTF8') from backend_auth.outbox`;
  expect(left.map(({ id }) => id)).toEqual(['new', 'new', 'new']);
});

test('provider flows are deleted a day after they expire, and used id tokens when they expire', async () => {
  for (const [id, hours] of [
    ['old', 25],
    ['new', 1],
  ] as const) {
    await sql`
      insert into backend_auth.provider_flows
        (state_hash, browser_hash, provider, sealed, created_at, expires_at)
      values (${id}, ${id}, 'google', ${id}, ${ago(hours)}, ${ago(hours)})`;
    await sql`
      insert into backend_auth.used_assertions (assertion_hash, expires_at)
      values (${id}, ${ago(hours - 24)})`;
  }
  await cleanUp('auth:flows');
  const left = await sql<{ id: string }[]>`
    select convert_from(state_hash, 'UTF8') as id from backend_auth.provider_flows
    union all select convert_from(assertion_hash, 'UTF8') from backend_auth.used_assertions`;
  expect(left.map(({ id }) => id)).toEqual(['new', 'new']);
});

test('SAML flows are deleted a day after they start, together with their authorization code', async () => {
  const provider = randomUUID();
  await sql`insert into auth.sso_providers (id) values (${provider})`;
  for (const [request, hours] of [
    ['old', 25],
    ['new', 1],
  ] as const) {
    const [flow, at] = [randomUUID(), ago(hours)];
    await sql`
      insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge,
        provider_type, authentication_method, created_at)
      values (${flow}, ${request}, 's256', 'c', 'sso/saml', 'sso/saml', ${at})`;
    await sql`
      insert into backend_auth.session_ends (flow_state_id, ends_at) values (${flow}, ${at})`;
    await sql`
      insert into auth.saml_relay_states (id, sso_provider_id, request_id, flow_state_id, created_at)
      values (${randomUUID()}, ${provider}, ${request}, ${flow}, ${at})`;
  }
  await cleanUp('auth:flows');
  const left = await sql<{ request_id: string }[]>`
    select r.request_id from auth.saml_relay_states r
    join backend_auth.session_ends e on e.flow_state_id = r.flow_state_id`;
  expect(left.map((row) => row.request_id)).toEqual(['new']);
  expect(await sql`select 1 from backend_auth.session_ends`).toHaveLength(1);
});

test('a clean-up skips rows that a request has locked, instead of waiting for them', async () => {
  const held = await addSession(ago(WEEK_H * 2), ago(WEEK_H * 2));
  const free = await addSession(ago(WEEK_H * 2), ago(WEEK_H * 2));
  const sessions = () => sql`select from auth.sessions where id in (${held}, ${free})`;
  await database.sql.begin(async (transaction) => {
    await transaction`select from auth.sessions where id = ${held} for update`;
    await cleanUp('auth:sessions');
    expect(await sessions()).toHaveLength(1);
  });
  await cleanUp('auth:sessions');
  expect(await sessions()).toHaveLength(0);
});

test('one clean-up deletes more than one batch of rows', async () => {
  await sql`
    insert into auth.flow_state
      (id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method,
        created_at)
    select gen_random_uuid(), 'many', 's256', '', 'email', 'email/signup', ${ago(48)}
    from generate_series(1, 2500)`;
  await cleanUp('auth:flows');
  expect(await sql`select from auth.flow_state where auth_code = 'many'`).toHaveLength(0);
});

test('a server schedules every auth clean-up', async () => {
  const server = await startTestServer();
  await until(async () => {
    const rows = await server.sql<{ name: string }[]>`
      select data ->> 'name' as name from backend_jobs.schedule`;
    const names = new Set(rows.map(({ name }) => name));
    return createAuthCleanUps().every(({ name }) => names.has(name));
  });
  await server.stop();
});
