/** `DATA_DIR=<new folder> npm run restore -- <backup>`: creates a data folder from a backup. */
import { join } from 'node:path';
import { restore } from '../operations/data-backup.ts';
import { loadConfig } from '../config/config.ts';
import { createLogger } from '../platform/logger.ts';
import { readCommandLine } from './command-line.ts';
import { loadEnvironment } from './environment.ts';
import { runCommand } from './run-command.ts';

const {
  words: [folder = ''],
} = readCommandLine({
  usage: 'restore -- <backup>, with DATA_DIR=<new folder>',
  least: 1,
  most: 1,
});
await runCommand(async () => {
  const config = loadConfig(loadEnvironment());
  const { dataDir, supabaseDir } = config;
  const manifest = await restore(folder, { dataDir, supabaseDir, logger: createLogger('warn') });
  const { location } = config.storage;
  const filesDir = join(dataDir, 'storage');
  if ('dir' in location && location.dir !== filesDir) {
    console.log(
      `STORAGE_DIR is ${location.dir}: move the files from ${filesDir} there before you start the server.`,
    );
  }
  console.log(
    `${dataDir} now holds the data of ${manifest.madeAt}. Start the server with: npm start`,
  );
});
