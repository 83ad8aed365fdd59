/** `npm run backup -- <folder>`: copies database, keys and objects, whether the server runs or not. */
import { backUp } from '../operations/data-backup.ts';
import { loadConfig } from '../config/config.ts';
import { readCommandLine } from './command-line.ts';
import { loadEnvironment } from './environment.ts';
import { runCommand } from './run-command.ts';
import { withDatabase } from '../operations/with-database.ts';

const {
  words: [folder = ''],
} = readCommandLine({ usage: 'backup -- <new folder>', least: 1, most: 1 });
await runCommand(async () => {
  const config = loadConfig(loadEnvironment());
  if (config.database.url !== null) {
    throw new Error(
      'DATABASE_URL is set. Back up that Postgres with its own tools (pg_dump, or those of your ' +
        `provider), and copy ${config.dataDir} for the keys.`,
    );
  }
  await withDatabase(config, async (connection) => {
    const source = {
      connection,
      dataDir: config.dataDir,
      objectsDir: 'dir' in config.storage.location ? config.storage.location.dir : null,
    };
    const manifest = await backUp(source, folder);
    console.log(
      `${String(manifest.tables.length)} tables, the keys and the objects are in ${folder}. It ` +
        'contains the signing keys: keep it where only you can read it.',
    );
    console.log(`Restore it with: DATA_DIR=<new folder> npm run restore -- ${folder}`);
  });
});
