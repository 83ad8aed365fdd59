/** `npm run keys`: the API keys, and where they are kept. */
import { existsSync } from 'node:fs';
import { loadConfig } from '../config/config.ts';
import { apiKeysPath, loadApiKeys } from '../platform/identity/key-files.ts';
import { readCommandLine } from './command-line.ts';
import { loadEnvironment } from './environment.ts';
import { runCommand } from './run-command.ts';

readCommandLine({ usage: 'keys' });
await runCommand(async () => {
  const { keys, dataDir, http } = loadConfig(loadEnvironment());
  const path = apiKeysPath(dataDir);
  const areGiven = keys.publishableKey !== null && keys.secretKey !== null;
  if (!areGiven && !existsSync(path)) {
    throw new Error(
      `There are no API keys in ${dataDir} yet. Start the server once, or set DATA_DIR to the ` +
        'folder that it uses.',
    );
  }
  const { publishableKey, secretKey } = await loadApiKeys(keys, dataDir);
  const places = [
    ...(keys.publishableKey === null ? [] : ['PUBLISHABLE_KEY']),
    ...(keys.secretKey === null ? [] : ['SECRET_KEY']),
    ...(areGiven ? [] : [path]),
  ];
  console.log(`API URL          ${http.siteUrl}`);
  console.log(`Publishable key  ${publishableKey}   (for apps and pages)`);
  console.log(`Secret key       ${secretKey}   (for servers only: it passes every access rule)`);
  console.log(`Kept in          ${places.join(', ')}`);
});
