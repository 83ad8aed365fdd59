import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateDatabaseTypes } from '@beaconpay/server/operations/database-types/generate-types';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';

const GENERATED_FILE = new URL('../../packages/database/src/generated.ts', import.meta.url);

describe('the generated database types', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  function generate(): Promise<string> {
    return generateDatabaseTypes((statement) => database.sql.unsafe(statement));
  }

  it('are those of the migrated database (if not: npm run db:types)', async () => {
    expect(await readFile(GENERATED_FILE, 'utf8')).toBe(await generate());
  });

  it('cover enums, arrays, generated columns, functions and views', async () => {
    await database.sql.unsafe(`
      create type public.mood as enum ('calm', 'eager');
      create table public.sample (
        id bigint primary key generated always as identity,
        moods public.mood[] not null,
        note text default 'x',
        doubled int generated always as (2) stored
      );
      create view public.sample_view as select id from public.sample;
      create function public.rate(amount numeric, currency text default 'USD') returns numeric
        language sql as 'select amount';
      create function public.samples() returns setof public.sample
        language sql as 'select * from public.sample';
      create function public.pairs() returns table (name text, total int)
        language sql as $$ select 'x', 1 $$;`);

    const types = (await generate()).replace(/\s+/g, ' ');

    expect(types).toContain('mood: "calm" | "eager"');
    expect(types).toContain(
      'Insert: { doubled?: never id?: never moods: Database["public"]["Enums"]["mood"][] note?: string | null }',
    );
    expect(types).toContain('sample_view: { Row: { id: number | null }');
    expect(types).toContain(
      'rate: { Args: { amount: number; currency?: string }; Returns: number }',
    );
    expect(types).toContain(
      'samples: { Args: never; Returns: Database["public"]["Tables"]["sample"]["Row"][] }',
    );
    expect(types).toContain('pairs: { Args: never; Returns: { name: string; total: number }[] }');
  });
});
