import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readProjectFile, settingsUnder } from '@beaconpay/server/platform/project/project-file';
import { PROJECT_DIR } from './project-dir.ts';

/** Files that contain the current schema by subject. */
export interface SchemaFolder {
  /** Relative to the project. */
  readonly path: string;
  /** The role that runs the files. Null: the role of the connection. */
  readonly role: string | null;
  /** In the order in which they depend on each other. */
  readonly fileNames: readonly string[];
}

const SERVER_SCHEMA: SchemaFolder = {
  path: 'apps/server/sql',
  role: null,
  fileNames: [
    // What a hosted Supabase project has.
    'roles.sql',
    'extensions.sql',
    'auth.sql',
    'storage.sql',
    'realtime.sql',
    // What the services of this server add.
    'auth-service.sql',
    'auth-audit.sql',
    'shared-state.sql',
    'jobs.sql',
    'storage-service.sql',
    'realtime-service.sql',
    // What extensions of a hosted project offer.
    'functions-url.sql',
    'net.sql',
    'cron-schedules.sql',
    'cron.sql',
    'cron-runs.sql',
    'schema-watch.sql',
  ],
};

const schemaPaths = z.array(z.string().startsWith('./schemas/'));

function readProductSchema(): SchemaFolder {
  const settings = readProjectFile(join(PROJECT_DIR, 'supabase/config.toml'), {});
  const paths = schemaPaths.parse(settingsUnder(settings, 'db.migrations').schema_paths);
  return {
    path: 'supabase/schemas',
    // The role that runs migrations on a hosted project, too.
    role: 'postgres',
    fileNames: paths.map((path) => path.slice('./schemas/'.length)),
  };
}

/** @throws Error if the files of a folder and its order differ */
async function checkOrder({ path, fileNames }: SchemaFolder): Promise<void> {
  const present = (await readdir(join(PROJECT_DIR, path))).filter(
    (name) => name.endsWith('.sql') && name !== 'schema.sql',
  );
  const named = new Set(fileNames);
  const unnamed = present.filter((name) => !named.has(name));
  const missing = fileNames.filter((name) => !present.includes(name));
  if (unnamed.length === 0 && missing.length === 0) return;
  throw new Error(
    `The order of the files in ${path} is not complete. Not in the order: ${unnamed.join(', ') || 'none'}. ` +
      `Not in the folder: ${missing.join(', ') || 'none'}.`,
  );
}

/** The folders of the server and of the product, in the order in which they are applied. */
export async function readSchemaFolders(): Promise<SchemaFolder[]> {
  const folders = [SERVER_SCHEMA, readProductSchema()];
  for (const folder of folders) await checkOrder(folder);
  return folders;
}
