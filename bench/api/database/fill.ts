import type { Sql, Transaction } from '@beaconpay/server/platform/database/connection';

/**
 * Creates accounts as sign-up does: user, identity, public row, profile.
 *
 * @param passwordHash the hash of all accounts, as the server stored it
 */
export async function fillAccounts(sql: Sql, users: number, passwordHash: string): Promise<void> {
  await inBulk(sql, async (bulk) => {
    await bulk`
      insert into auth.users (
        instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
        confirmation_token, recovery_token, email_change, email_change_token_new,
        raw_app_meta_data, raw_user_meta_data, is_anonymous, created_at, updated_at
      )
      select
        '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated',
        'customer-' || number || '@example.com', ${passwordHash}, joined_at,
        '', '', '', '',
        '{"provider": "email", "providers": ["email"]}',
        jsonb_build_object('full_name', 'Customer ' || number, 'account_type', 'personal'),
        false, joined_at, joined_at
      from (
        select number, now() - random() * interval '700 days' as joined_at
        from generate_series(1, ${users}::integer) as number
      ) as customers`;
    await bulk`
      insert into auth.identities
        (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
      select
        id::text, id,
        jsonb_build_object(
          'sub', id, 'email', email, 'email_verified', false, 'phone_verified', false
        ),
        'email', created_at, created_at, created_at
      from auth.users where email like 'customer-%'`;
    await bulk`
      insert into public.users (id, email, created_at)
      select id, email, created_at from auth.users where email like 'customer-%'`;
    await bulk`
      insert into public.profiles
        (id, full_name, phone_number, city, country, account_type, created_at, updated_at)
      select
        id, raw_user_meta_data ->> 'full_name', '+1 202 555 0100', 'Boston', 'USA',
        case when random() < 0.1 then 'business' else 'personal' end, created_at, created_at
      from auth.users where email like 'customer-%'`;
  });
}

/** Creates ten orders per customer. The newest orders are pending. */
export async function fillOrders(sql: Sql, orders: number, pendingOrders: number): Promise<void> {
  const ordersOfCustomer = 10;
  await inBulk(sql, async (bulk) => {
    // Sorted by time, as in production: the orders of a customer are spread over the table.
    await bulk`
      insert into public.orders (
        user_id, status, amount, card_details, payment_method, transaction_reference,
        idempotency_key, reviewed_by, reviewed_at, created_at, updated_at
      )
      select
        user_id,
        case
          when age_rank <= ${pendingOrders} then 'pending_manual_verification'
          when random() < 0.9 then 'manual_payment_approved'
          else 'manual_payment_rejected'
        end,
        15, '{"tier": "premium", "cardName": "My Virtual Card"}', 'bank_transfer',
        'BT-' || md5(random()::text), gen_random_uuid(),
        case when age_rank > ${pendingOrders} then administrators.id end,
        case when age_rank > ${pendingOrders} then ordered_at end,
        ordered_at, ordered_at
      from (
        select user_id, ordered_at, row_number() over (order by ordered_at desc) as age_rank
        from (
          select id as user_id, now() - random() * interval '600 days' as ordered_at
          from (
            select id from public.profiles where account_type <> 'admin'
            order by id limit ${Math.ceil(orders / ordersOfCustomer)}
          ) as customers
          cross join generate_series(1, ${ordersOfCustomer}::integer)
        ) as orders
      ) as ranked
      cross join (select id from public.profiles where account_type = 'admin' limit 1)
        as administrators
      order by ordered_at`;
  });
  await settle(sql);
}

/** Sets the number of pending orders, which are the newest ones. */
export async function setPendingOrders(sql: Sql, pendingOrders: number): Promise<void> {
  await inBulk(sql, async (bulk) => {
    await bulk`
      with wanted as (select id from public.orders order by created_at desc limit ${pendingOrders})
      update public.orders set status = case
        when id in (select id from wanted) then 'pending_manual_verification'
        else 'manual_payment_approved'
      end
      where (status = 'pending_manual_verification') <> (id in (select id from wanted))`;
  });
  await settle(sql);
}

/** Removes the rows of a run, so that the next one has the same database. */
export async function removeTraces(sql: Sql, pendingOrders: number): Promise<void> {
  await inBulk(sql, async (bulk) => {
    await bulk`delete from public.orders where transaction_reference like 'BENCH-%'`;
    await bulk`truncate auth.refresh_tokens, auth.mfa_amr_claims, auth.sessions cascade`;
  });
  await setPendingOrders(sql, pendingOrders);
}

/** Updates statistics and visibility maps, and writes a checkpoint. */
async function settle(sql: Sql): Promise<void> {
  await sql`vacuum (analyze)`;
  await sql`checkpoint`;
}

/** Runs in one transaction without triggers and foreign key checks. */
async function inBulk(sql: Sql, work: (bulk: Transaction) => Promise<void>): Promise<void> {
  await sql.begin(async (bulk) => {
    await bulk`set local session_replication_role = replica`;
    await bulk`set local work_mem = '256MB'`;
    await work(bulk);
  });
}
