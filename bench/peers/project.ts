import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NOTES_MIGRATION = `create table notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  body text not null,
  created_at timestamptz not null default now()
);
create index notes_by_owner on notes (user_id, created_at desc);
grant select, insert on notes to authenticated;
alter table notes enable row level security;
create policy "Own notes" on notes for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
`;

const COMMON_CONFIG = `project_id = "peers"
auth.enable_signup = true
auth.email.enable_confirmations = false
`;

/**
 * Writes a Supabase project with one table of notes, which only their owners can read.
 *
 * @param config further lines of config.toml, with dotted keys
 */
export async function writeProject(dir: string, config = ''): Promise<void> {
  const migrationsDir = join(dir, 'supabase', 'migrations');
  await mkdir(migrationsDir, { recursive: true });
  await writeFile(join(migrationsDir, '20260101000000_notes.sql'), NOTES_MIGRATION);
  await writeFile(join(dir, 'supabase', 'config.toml'), COMMON_CONFIG + config);
}
