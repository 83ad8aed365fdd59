import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  actAs,
  insertOrder,
  makeAdmin,
  orderFields,
  ruleOf,
  signedIn,
  signUp,
  type Sql,
} from './support.ts';

describe('the settings of the back office', () => {
  let database: TestDatabase;
  let sql: Sql;
  let admin: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    admin = await makeAdmin(sql);
  });
  afterAll(() => database.drop());

  const set = (column: string, value: string | null) =>
    actAs(
      sql,
      signedIn(admin),
      (tx) => tx`
        update public.back_office_settings set ${tx(column)} = ${value} returning updated_at`,
    );

  it.each([
    ['four_eyes_amount', '-1', ''],
    ['digest_hour', '24', ''],
    ['thresholds', '{"records_per_hour": 3}', 'back_office_settings.thresholds'],
    ['thresholds', '[]', 'back_office_settings.thresholds'],
    ['age_limits', '{"bank_transfer": "soon"}', 'back_office_settings.age_limits'],
    [
      'delivery_hours',
      '{"card_order": 0, "mobile_recharge": 1}',
      'back_office_settings.delivery_hours',
    ],
    [
      'delivery_hours',
      '{"card_order": 1, "mobile_recharge": 1, "x": 1}',
      'back_office_settings.delivery_hours',
    ],
    ['webhook_url', 'http://example.com/', 'back_office_settings.webhook_url'],
    ['webhook_url', 'https://user@example.com/', 'back_office_settings.webhook_url'],
    ['webhook_secret', 'too short', 'back_office_settings.webhook_secret'],
  ])('refuse %s = %s', async (column, value, hint) => {
    expect(await ruleOf(set(column, value))).toEqual({ code: '23514', hint });
  });

  it('are changed by administrators, with an entry in the audit log', async () => {
    await set('four_eyes_amount', '250');
    await set('digest_hour', null);
    await set('webhook_url', 'https://chat.example.com/hooks/1?a=b');
    const entries = await sql`
      select actor_id, after from private.audit_log where table_name = 'back_office_settings'
      order by id`;
    expect(entries).toMatchObject([
      { actor_id: admin, after: { four_eyes_amount: 250 } },
      { after: { digest_hour: null } },
      { after: { webhook_url: 'https://chat.example.com/hooks/1?a=b' } },
    ]);
  });

  it('keep the webhook secret out of the row and of the audit log', async () => {
    const secret = 'a-webhook-secret-of-the-team';
    const secretOf = async () => (await sql`select private.webhook_secret() as secret`)[0]?.secret;
    await set('webhook_secret', secret);
    expect(await secretOf()).toBe(secret);
    await set('digest_hour', '8');
    expect(await secretOf()).toBe(secret);

    const [row] = await sql`select * from public.back_office_settings`;
    expect(row).toMatchObject({ webhook_secret: null });
    expect(row?.webhook_secret_set_at).not.toBeNull();
    const log = await sql`select before::text || after::text as text from private.audit_log`;
    expect(JSON.stringify(log)).not.toContain(secret);

    await set('webhook_secret', '');
    expect(await secretOf()).toBeNull();
    expect(await sql`select webhook_secret_set_at as at from public.back_office_settings`).toEqual([
      { at: null },
    ]);
  });
});

describe('the reasons of decisions', () => {
  let database: TestDatabase;
  let sql: Sql;
  let admin: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    admin = await makeAdmin(sql);
  });
  afterAll(() => database.drop());

  const add = (texts: unknown, name = 'Reason') =>
    actAs(
      sql,
      signedIn(admin),
      (tx) => tx`
        insert into public.decision_reasons (decision, name, texts)
        values ('manual_payment_rejected', ${name}, ${JSON.stringify(texts)}::text::jsonb)
        returning id, texts`,
    );

  it.each(['{nme}', '{Name}', '{}', '{name', 'name}', '{{name}}', '{name} {date}'])(
    'refuse the placeholder of “%s”',
    async (text) => {
      expect(await ruleOf(add({ en: 'Fine', de: `Guten Tag ${text}` }))).toEqual({
        code: '23514',
        hint: 'decision_reason.placeholder',
      });
    },
  );

  it.each([{}, { de: 'Hallo' }, { en: ' ' }, { en: 'Hi', it: 'Ciao' }, { en: 1 }, []])(
    'refuse the texts %j',
    async (texts) => {
      expect((await ruleOf(add(texts))).hint).toBe('decision_reason.texts');
    },
  );

  it('refuse an empty name', async () => {
    expect((await ruleOf(add({ en: 'Hi' }, ' '))).hint).toBe('decision_reason.name');
  });

  it('are filled with the values of a record in a language, or in English', async () => {
    const customer = await signUp(sql, { metadata: { full_name: 'Ada' } });
    const { id } = await insertOrder(
      sql,
      orderFields(customer, { transaction_reference: 'FT-{name}-1' }),
    );
    const [reason] = await add({
      en: '{name}: {amount}, {reference}, {missing}.',
      de: 'Hallo {name}',
      fr: ' ',
    });
    expect(reason?.texts).not.toHaveProperty('fr');
    const fill = (locale: string) =>
      actAs(sql, signedIn(admin), async (tx) => {
        const [row] = await tx`
          select public.fill_decision_reason(${reason?.id as string}, ${id}, ${locale}, 'a receipt')
            as text`;
        return row?.text as string;
      });
    expect(await fill('en')).toBe('Ada: 15.00 USD, FT-{name}-1, a receipt.');
    expect(await fill('de')).toBe('Hallo Ada');
    expect(await fill('fr')).toBe('Ada: 15.00 USD, FT-{name}-1, a receipt.');
  });

  it('exist from the beginning, with known placeholders in each language', async () => {
    const rows = await sql`
      select name, texts from public.decision_reasons where decision <> 'held' and name <> 'Reason'`;
    expect(rows.length).toBeGreaterThan(3);
    for (const { name, texts } of rows) {
      expect(Object.keys(texts as object).sort(), String(name)).toEqual(
        ['ar', 'de', 'en', 'es', 'fr', 'hi'].sort(),
      );
    }
  });
});
