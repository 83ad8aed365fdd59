import type { Sql } from '@beaconpay/server/platform/database/connection';
import type { SignedInPerson } from '../api/customers.ts';

/** Puts down one row for each of them. @returns whose each row is */
export async function insertRows(
  sql: Sql,
  people: readonly SignedInPerson[],
  statements: number,
): Promise<Map<string, string>> {
  const owners = new Map<string, string>();
  const share = Math.ceil(people.length / statements);
  for (let from = 0; from < people.length; from += share) {
    const ids = people.slice(from, from + share).map(({ id }) => id);
    const rows = await sql<{ id: string; owner: string }[]>`
      insert into public.transactions (user_id, type, description, amount, currency, status)
      select owner::uuid, 'payment_received', 'One of a burst', 1, 'USD', 'completed'
      from unnest(string_to_array(${ids.join(',')}, ',')) as owner
      returning id, user_id as owner`;
    for (const { id, owner } of rows) owners.set(id, owner);
  }
  return owners;
}
