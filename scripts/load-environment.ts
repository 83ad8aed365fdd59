import { join } from 'node:path';
import { loadEnvironment as loadServerEnvironment } from '@beaconpay/server/cli/environment';
import { PROJECT_DIR } from './project-dir.ts';

/** The card provider's variables, which the functions need and the server does not read. */
export const CARD_PROVIDER_VARIABLES = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'];

/** Passes the card provider's variables to the functions as their secrets. */
function cardProviderSecrets(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    CARD_PROVIDER_VARIABLES.filter((name) => given[name] !== undefined).map((name) => [
      `FUNCTIONS_SECRET_${name}`,
      given[name],
    ]),
  );
}

/** The variables of the environment and of `.env`, and the defaults of the product. */
export function loadEnvironment(path = join(PROJECT_DIR, '.env')): NodeJS.ProcessEnv {
  const given = loadServerEnvironment(path);
  return {
    SUPABASE_WORKDIR: PROJECT_DIR,
    DATA_DIR: '.data',
    ...cardProviderSecrets(given),
    ...given,
  };
}
