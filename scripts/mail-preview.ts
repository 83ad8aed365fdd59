/** `npm run mail:preview [folder]`: every mail that the server sends, to look at. */
import { join } from 'node:path';
import { loadConfig } from '@beaconpay/server/config';
import { writeMailPreviews } from '@beaconpay/server/mail-preview';
import { loadEnvironment } from './load-environment.ts';
import { runCommand } from './run-command.ts';

await runCommand(async () => {
  const config = loadConfig(loadEnvironment());
  const dir = process.argv[2] ?? join(config.dataDir, 'mail-preview');
  const count = await writeMailPreviews(config, dir);
  console.log(`${String(count)} mails are in ${dir}; open ${join(dir, 'index.html')}.`);
});
