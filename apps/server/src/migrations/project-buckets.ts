import type { ProjectBucket } from '../config/project-data.ts';
import type { Sql } from '../platform/database/connection.ts';

/** Creates the buckets of config.toml that the database does not have. An existing bucket is not changed. */
export async function createProjectBuckets(
  sql: Sql,
  buckets: readonly ProjectBucket[],
): Promise<void> {
  const rows = buckets.map(({ name, isPublic, fileSizeLimitBytes, allowedMimeTypes }) => ({
    id: name,
    name,
    public: isPublic,
    file_size_limit: fileSizeLimitBytes,
    allowed_mime_types: allowedMimeTypes,
  }));
  if (rows.length === 0) return;
  await sql`
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
    select id, name, public, file_size_limit, allowed_mime_types
    from jsonb_populate_recordset(null::storage.buckets, ${sql.json(rows)})
    on conflict do nothing`;
}
