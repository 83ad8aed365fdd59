import { join, resolve } from 'node:path';
import { z } from 'zod';
import { isLocalHost } from '../../platform/hosts.ts';
import {
  countBetween,
  flag,
  list,
  positiveCount,
  timerDuration,
} from '../../platform/setting-fields.ts';

const SECRET_PREFIX = 'FUNCTIONS_SECRET_';
const MEBIBYTE = 1_048_576;
/** V8 does not start with more. */
const MAX_MEMORY_MB = 1_048_576;

export const functionsVariables = z.object({
  NODE_ENV: z.string().optional(),
  FUNCTIONS_DIR: z.string().optional(),
  FUNCTIONS_ALLOW_NET: list.default([]),
  FUNCTIONS_BODY_LIMIT_BYTES: positiveCount.default(10_485_760),
  FUNCTIONS_MEMORY_MB: countBetween(1, MAX_MEMORY_MB).default(256),
  FUNCTIONS_CPU_MS: positiveCount.default(2000),
  FUNCTIONS_IDLE_TIMEOUT_S: timerDuration.default(150),
  FUNCTIONS_WORKER_LIFETIME_S: timerDuration.default(400),
  FUNCTIONS_RELOAD: flag.default(false),
});

interface FunctionsContext {
  /** All environment variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The `supabase` folder of the project. */
  readonly supabaseDir: string;
  /** The public URL, if it is configured. */
  readonly publicUrl: string | null;
  /** The address that the server listens on. */
  readonly host: string;
  /** Whether requests come through a proxy. Then other machines can reach a server on loopback. */
  readonly trustProxy: boolean;
  readonly dataDir: string;
}

const isLocalOnly = ({ host, trustProxy }: FunctionsContext): boolean =>
  isLocalHost(host) && !trustProxy;

function secretsOf(
  env: z.output<typeof functionsVariables>,
  context: FunctionsContext,
): Record<string, string> {
  const { environment, publicUrl } = context;
  const shared = {
    // A server that other machines can reach is in production.
    NODE_ENV: env.NODE_ENV ?? (isLocalOnly(context) ? undefined : 'production'),
    SITE_URL: publicUrl?.replace(/\/+$/, ''),
  };
  const own = Object.entries(environment)
    .filter(([name]) => name.startsWith(SECRET_PREFIX))
    .map(([name, value]) => [name.slice(SECRET_PREFIX.length), value] as const);
  return Object.fromEntries(
    [...Object.entries(shared), ...own].filter(
      (entry): entry is [string, string] => entry[0] !== '' && entry[1] !== undefined,
    ),
  );
}

/** Proxies and registries, as Deno names them. */
const FETCH_VARIABLE =
  /^(?:HTTPS?_PROXY|NO_PROXY|https?_proxy|no_proxy|NPM_CONFIG_REGISTRY|JSR_URL|DENO_CERT|DENO_TLS_CA_STORE)$/;

function fetchVariablesOf({ environment }: FunctionsContext): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => FETCH_VARIABLE.test(entry[0]) && entry[1] !== undefined,
    ),
  );
}

export function toFunctionsSettings(
  env: z.output<typeof functionsVariables>,
  context: FunctionsContext,
) {
  return {
    dir: resolve(env.FUNCTIONS_DIR ?? join(context.supabaseDir, 'functions')),
    /** Whether the folder must exist. A project without functions has no such folder. */
    isDirRequired: env.FUNCTIONS_DIR !== undefined,
    /** Variables for every function, besides those of the project's .env file. */
    secrets: secretsOf(env, context),
    /** Proxies and registries for fetching modules. */
    fetchVariables: fetchVariablesOf(context),
    /** Whether only this machine can reach the server. */
    isLocalOnly: isLocalOnly(context),
    /** Hosts that every function may connect to, besides those of its deno.json. */
    allowNet: env.FUNCTIONS_ALLOW_NET,
    bodyLimitBytes: env.FUNCTIONS_BODY_LIMIT_BYTES,
    limits: {
      /** The memory of one process, in addition to Deno's own. */
      memoryBytes: env.FUNCTIONS_MEMORY_MB * MEBIBYTE,
      /** CPU time of one request. */
      cpuMs: env.FUNCTIONS_CPU_MS,
      /** The maximum time until a response starts, and the time after which an idle process ends. */
      idleTimeoutMs: env.FUNCTIONS_IDLE_TIMEOUT_S * 1000,
      /** The maximum lifetime of a process. */
      lifetimeMs: env.FUNCTIONS_WORKER_LIFETIME_S * 1000,
    },
    /** Whether a function's process is replaced when files change. */
    reloads: env.FUNCTIONS_RELOAD,
    /** The cache of Deno. */
    cacheDir: resolve(context.dataDir, 'deno'),
  };
}

/** How functions are run. */
export type FunctionsSettings = Readonly<ReturnType<typeof toFunctionsSettings>>;
export type FunctionLimits = Readonly<FunctionsSettings['limits']>;
