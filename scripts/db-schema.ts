/**
 * `npm run db:schema`: writes supabase/schema.sql and apps/server/sql/schema.sql from a fresh database with all
 * migrations applied. With `-- --check` it writes nothing and fails when these files, the migrations and the
 * files by subject (supabase/schemas, apps/server/sql) do not describe the same schema.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_DIR } from './project-dir.ts';
import { describeDifference, dumpMigrations, dumpSchemaFiles } from './schema-dumps.ts';

const isCheck = process.argv.includes('--check');
const [migrated, bySubject] = await Promise.all([dumpMigrations(), dumpSchemaFiles()]);

function report(problem: string): void {
  console.error(problem);
  process.exitCode = 1;
}

for (const [index, { path, text }] of migrated.entries()) {
  const file = join(PROJECT_DIR, path);
  if (!isCheck) {
    await writeFile(file, text);
    console.log(`${path} is written.`);
  } else {
    const committed = await readFile(file, 'utf8').catch(() => '');
    if (committed !== text) {
      report(
        `${path} (-) is not the schema that the migrations make (+): run \`npm run db:schema\`. ` +
          describeDifference(committed, text),
      );
    }
  }
  const fromFiles = bySubject[index]?.text ?? '';
  if (fromFiles !== text) {
    report(
      `${path}: the files by subject (-) and the migrations (+) make different schemas. Edit the subject's file ` +
        `or add a migration. ${describeDifference(fromFiles, text)}`,
    );
  }
}
if (isCheck && process.exitCode === undefined) {
  console.log('Schema files, migrations and dumps agree.');
}
