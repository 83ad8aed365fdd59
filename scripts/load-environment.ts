import { join } from 'node:path';
import { loadEnvironment as loadServerEnvironment } from '@beaconpay/server/cli/environment';
import { PROJECT_DIR } from './project-dir.ts';

/** The card provider's variables, which the functions need and the server does not read. */
export const CARD_PROVIDER_VARIABLES = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'];

/** The mail host, which the server and the functions need. */
const MAIL_VARIABLES = ['SMTP_URL', 'MAIL_FROM'];

/** Passes the variables of the card provider and of the mail host to the functions as their secrets. */
function functionSecrets(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    [...CARD_PROVIDER_VARIABLES, ...MAIL_VARIABLES]
      .filter((name) => given[name] !== undefined)
      .map((name) => [`FUNCTIONS_SECRET_${name}`, given[name]]),
  );
}

/** Lets the functions connect to the mail host. The hosts of an explicit FUNCTIONS_ALLOW_NET stay. */
function allowedHosts(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const smtpUrl = given.FUNCTIONS_SECRET_SMTP_URL ?? given.SMTP_URL ?? '';
  if (!URL.canParse(smtpUrl)) return {};
  const { protocol, hostname, port } = new URL(smtpUrl);
  const host = `${hostname}:${port || (protocol === 'smtps:' ? '465' : '587')}`;
  const { FUNCTIONS_ALLOW_NET: others } = given;
  return { FUNCTIONS_ALLOW_NET: others === undefined ? host : `${others},${host}` };
}

/** The variables of the environment and of `.env`, and the defaults of the product. */
export function loadEnvironment(path = join(PROJECT_DIR, '.env')): NodeJS.ProcessEnv {
  const given = loadServerEnvironment(path);
  return {
    SUPABASE_WORKDIR: PROJECT_DIR,
    DATA_DIR: '.data',
    ...functionSecrets(given),
    ...given,
    ...allowedHosts(given),
  };
}
