import { join } from 'node:path';
import { loadEnvironment as loadServerEnvironment } from '@beaconpay/server/cli/environment';
import { PROJECT_DIR } from './project-dir.ts';

/** The card provider's variables, which the functions need and the server does not read. */
export const CARD_PROVIDER_VARIABLES = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'];

/** The mail host, which the server and the functions need. */
const MAIL_VARIABLES = ['SMTP_URL', 'MAIL_FROM'];

/** The account whose payments a function reads. */
export const BINANCE_VARIABLES = [
  'BINANCE_API_KEY',
  'BINANCE_API_SECRET',
  'BINANCE_API_URL',
  'BINANCE_PAY_CURRENCIES',
];

/** Passes the variables of the card provider, the mail host and Binance Pay to the functions as their secrets. */
function functionSecrets(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    [...CARD_PROVIDER_VARIABLES, ...MAIL_VARIABLES, ...BINANCE_VARIABLES]
      .filter((name) => given[name] !== undefined)
      .map((name) => [`FUNCTIONS_SECRET_${name}`, given[name]]),
  );
}

function hostOf(address: string, defaultPort: (protocol: string) => string): string[] {
  if (!URL.canParse(address)) return [];
  const { protocol, hostname, port } = new URL(address);
  return [`${hostname}:${port || defaultPort(protocol)}`];
}

/** Lets the functions connect to the mail host and to another host for Binance. Hosts of FUNCTIONS_ALLOW_NET stay. */
function allowedHosts(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const smtpUrl = given.FUNCTIONS_SECRET_SMTP_URL ?? given.SMTP_URL ?? '';
  const binanceUrl = given.FUNCTIONS_SECRET_BINANCE_API_URL ?? given.BINANCE_API_URL ?? '';
  const hosts = [
    ...hostOf(smtpUrl, (protocol) => (protocol === 'smtps:' ? '465' : '587')),
    ...hostOf(binanceUrl, (protocol) => (protocol === 'http:' ? '80' : '443')),
  ];
  if (hosts.length === 0) return {};
  const { FUNCTIONS_ALLOW_NET: others } = given;
  return { FUNCTIONS_ALLOW_NET: [...(others === undefined ? [] : [others]), ...hosts].join(',') };
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
