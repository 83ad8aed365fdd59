/** `npm run mail:preview [folder]`: writes every email that the server sends, to look at. */
import { join } from 'node:path';
import { loadConfig } from '../config/config.ts';
import { writeMailPreviews } from '../operations/mail-previews.ts';
import { readCommandLine } from './command-line.ts';
import { loadEnvironment } from './environment.ts';
import { runCommand } from './run-command.ts';

const {
  words: [folder],
} = readCommandLine({ usage: 'mail:preview [folder]', most: 1 });
await runCommand(async () => {
  const config = loadConfig(loadEnvironment());
  const dir = folder ?? join(config.dataDir, 'mail-preview');
  const count = await writeMailPreviews(config, dir);
  console.log(`${String(count)} emails are in ${dir}. Open ${join(dir, 'index.html')}.`);
});
