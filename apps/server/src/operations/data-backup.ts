import { constants } from 'node:fs';
import {
  chmod,
  copyFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { migrationFoldersOf } from '../open-database.ts';
import { listApplied, migrate } from '../migrations/migrate.ts';
import { withConnection, type ConnectionSettings } from '../platform/database/connection.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres.ts';
import type { PostgresBinaries } from '../platform/database/embedded/postgres-binaries.ts';
import { readSnapshot } from '../platform/database/snapshot/read-snapshot.ts';
import { writeSnapshot } from '../platform/database/snapshot/write-snapshot.ts';
import { codeOf } from '../platform/error-code.ts';
import type { Logger } from '../platform/logger.ts';
import { syncToDisk } from '../platform/files.ts';
import { matchMigrationsSchema } from '../platform/database/migrations-schema.ts';
import { checkSameMigrations, foldersFor, ledgerOf } from './restored-migrations.ts';

const FORMAT = 1;
const APPLICATION_NAME = 'backend-backup';
const KEY_FILES = ['database.json', 'api-keys.json', 'signing-keys.json'];

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  postgresVersion: z.string(),
  migrations: z.array(z.object({ folder: z.string(), fileName: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      lastValue: z.string(),
      isCalled: z.boolean(),
    }),
  ),
  /** Absent in backups of earlier versions. */
  objects: z.object({ count: z.number(), bytes: z.number() }).optional(),
});
type BackupManifest = z.output<typeof manifestSchema>;

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Fills a temporary folder and renames it when it is complete, so that a partial folder is never used. */
async function makeWhole(path: string, fill: (partialPath: string) => Promise<void>) {
  if (await exists(path)) throw new Error(`${path} already exists. Choose a new folder.`);
  await mkdir(dirname(path), { recursive: true });
  const partialPath = join(dirname(path), `.${basename(path)}.partial`);
  await rm(partialPath, { recursive: true, force: true });
  await mkdir(partialPath, { mode: 0o700 });
  try {
    await fill(partialPath);
    await syncToDisk(partialPath);
    await rename(partialPath, path);
    await syncToDisk(dirname(path));
  } catch (error) {
    // It contains secret keys, and no later run would delete it.
    await rm(partialPath, { recursive: true, force: true });
    throw error;
  }
}

async function copyKeys(fromDir: string, toDir: string): Promise<void> {
  for (const name of KEY_FILES) {
    // A key that is given as a setting has no file in the data folder.
    if (!(await exists(join(fromDir, name)))) continue;
    await cp(join(fromDir, name), join(toDir, name));
    await chmod(join(toDir, name), 0o600);
  }
}

/**
 * Runs after the rows were read. The bytes of a deleted object are kept for an hour, so every object of those
 * rows is still there.
 */
async function copyObjects(fromDir: string, toDir: string): Promise<void> {
  await mkdir(toDir, { mode: 0o700 });
  for (const name of await readdir(fromDir)) {
    const isThere = await copyFile(
      join(fromDir, name),
      join(toDir, name),
      constants.COPYFILE_FICLONE,
    ).then(
      () => true,
      (error: unknown) => {
        if (codeOf(error) === 'ENOENT') return false;
        throw error;
      },
    );
    if (!isThere) continue;
    await chmod(join(toDir, name), 0o600);
    await syncToDisk(join(toDir, name));
  }
  await syncToDisk(toDir);
}

/** Object files never change, so their total size shows whether a copy is complete. */
async function measureObjects(dir: string): Promise<{ count: number; bytes: number }> {
  const names = (await exists(dir)) ? await readdir(dir) : [];
  let bytes = 0;
  for (const name of names) bytes += (await stat(join(dir, name))).size;
  return { count: names.length, bytes };
}

/** @throws Error when the backup lacks objects */
async function checkObjects(source: string, { objects }: BackupManifest): Promise<void> {
  if (objects === undefined) return;
  const found = await measureObjects(join(source, 'objects'));
  if (found.count === objects.count && found.bytes === objects.bytes) return;
  throw new Error(
    `${join(source, 'objects')} is not whole: it holds ${String(found.count)} files of ${String(found.bytes)} bytes, ` +
      `and ${String(objects.count)} of ${String(objects.bytes)} were backed up. Copy the backup here again.`,
  );
}

interface BackupSource {
  readonly connection: ConnectionSettings;
  readonly dataDir: string;
  /** Null when the objects are stored elsewhere. */
  readonly objectsDir: string | null;
}

/**
 * Copies the database, keys and objects into a new folder while the server runs. The rows are a snapshot of
 * one point in time. The objects include all objects of that time.
 *
 * @throws Error when the folder exists, or a part cannot be read
 */
export async function backUp(source: BackupSource, to: string): Promise<BackupManifest> {
  const target = resolve(to);
  return withConnection(source.connection, APPLICATION_NAME, async (sql) => {
    const [version] = await sql<{ server_version: string }[]>`show server_version`;
    const manifest: BackupManifest = {
      format: FORMAT,
      madeAt: new Date().toISOString(),
      postgresVersion: version?.server_version ?? '',
      migrations: await listApplied(sql),
      tables: [],
      sequences: [],
    };
    await makeWhole(target, async (dir) => {
      const contents = await writeSnapshot(sql, join(dir, 'rows'));
      Object.assign(manifest, contents);
      await mkdir(join(dir, 'keys'), { mode: 0o700 });
      await copyKeys(source.dataDir, join(dir, 'keys'));
      if (source.objectsDir !== null && (await exists(source.objectsDir))) {
        await copyObjects(source.objectsDir, join(dir, 'objects'));
      }
      manifest.objects = await measureObjects(join(dir, 'objects'));
      await writeFile(join(dir, 'manifest.json'), JSON.stringify(manifest, null, 2), {
        mode: 0o600,
        flush: true,
      });
    });
    return manifest;
  });
}

async function readManifest(dir: string): Promise<BackupManifest> {
  const path = join(dir, 'manifest.json');
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`${dir} is not a backup: it has no readable manifest.json.`, { cause });
  });
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${path} is damaged, or of another version of BeaconPay.`, { cause });
  }
}

interface RestoreTarget {
  /** Must not exist yet. The complete folder is renamed to this path. */
  readonly dataDir: string;
  /** The `supabase` folder of the project. */
  readonly supabaseDir: string;
  readonly logger: Logger;
  /** Replaces the installed Postgres in tests of upgrades. */
  readonly binaries?: PostgresBinaries;
}

/**
 * Creates a data folder from a backup. The major version of Postgres may differ from that of the backup.
 *
 * @throws Error when the data folder exists, or the backup is incomplete or of another version
 */
export async function restore(from: string, target: RestoreTarget): Promise<BackupManifest> {
  const source = resolve(from);
  const manifest = await readManifest(source);
  await checkObjects(source, manifest);
  const folders = migrationFoldersOf(target.supabaseDir);
  const ledger = await ledgerOf(manifest.migrations, folders);
  await makeWhole(resolve(target.dataDir), async (dir) => {
    await chmod(dir, 0o711);
    await copyKeys(join(source, 'keys'), dir);
    const { password } = JSON.parse(await readFile(join(dir, 'database.json'), 'utf8')) as {
      password: string;
    };
    const postgres = await startEmbeddedPostgres({
      clusterDir: join(dir, 'postgres'),
      password,
      ...(target.binaries === undefined ? {} : { binaries: target.binaries }),
    });
    try {
      await withConnection(postgres.connection, APPLICATION_NAME, async (sql) => {
        await migrate(sql, foldersFor(ledger, folders), target.logger);
        checkSameMigrations(ledger, await listApplied(sql));
        await matchMigrationsSchema(sql, manifest.tables);
        await readSnapshot(sql, join(source, 'rows'), manifest);
      });
    } finally {
      await postgres.stop();
    }
    if (await exists(join(source, 'objects'))) {
      await copyObjects(join(source, 'objects'), join(dir, 'storage'));
    }
  });
  return manifest;
}
