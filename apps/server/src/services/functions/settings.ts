import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { isLocalHost } from '../../platform/database/local-host.ts';
import {
  countBetween,
  flag,
  list,
  positiveCount,
  timerDuration,
} from '../../platform/setting-fields.ts';

const SECRET_PREFIX = 'FUNCTIONS_SECRET_';
const DEFAULT_DIR = fileURLToPath(new URL('../../../../../supabase/functions', import.meta.url));
const MEBIBYTE = 1_048_576;
/** Two to the 20th; V8 would not start with more. */
const MOST_MEMORY_MB = 1_048_576;

export const functionsVariables = z.object({
  NODE_ENV: z.string().optional(),
  FUNCTIONS_DIR: z.string().optional(),
  FUNCTIONS_ALLOW_NET: list.default([]),
  FUNCTIONS_BODY_LIMIT_BYTES: positiveCount.default(10_485_760),
  FUNCTIONS_MEMORY_MB: countBetween(1, MOST_MEMORY_MB).default(256),
  FUNCTIONS_CPU_MS: positiveCount.default(2000),
  FUNCTIONS_IDLE_TIMEOUT_S: timerDuration.default(150),
  FUNCTIONS_WORKER_LIFETIME_S: timerDuration.default(400),
  FUNCTIONS_RELOAD: flag.default(false),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
});

interface FunctionsSurroundings {
  /** All that the environment holds. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where visitors find the product, if an operator says so. */
  readonly publicUrl: string | null;
  /** Where the server listens. */
  readonly host: string;
  /** Whether a proxy stands in front, so that others reach a server that listens on loopback. */
  readonly trustProxy: boolean;
  readonly dataDir: string;
}

const isLocalOnly = ({ host, trustProxy }: FunctionsSurroundings): boolean =>
  isLocalHost(host) && !trustProxy;

function secretsOf(
  env: z.output<typeof functionsVariables>,
  surroundings: FunctionsSurroundings,
): Record<string, string> {
  const { environment, publicUrl } = surroundings;
  const shared = {
    // What others can reach is in production, whether or not the operator states it.
    NODE_ENV: env.NODE_ENV ?? (isLocalOnly(surroundings) ? undefined : 'production'),
    SITE_URL: publicUrl?.replace(/\/+$/, ''),
    STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET,
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

function fetchVariablesOf({ environment }: FunctionsSurroundings): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => FETCH_VARIABLE.test(entry[0]) && entry[1] !== undefined,
    ),
  );
}

export function toFunctionsSettings(
  env: z.output<typeof functionsVariables>,
  surroundings: FunctionsSurroundings,
) {
  return {
    dir: resolve(env.FUNCTIONS_DIR ?? DEFAULT_DIR),
    /** What every function gets besides its project's own variables. */
    secrets: secretsOf(env, surroundings),
    /** By which Deno reaches other machines to fetch modules. */
    fetchVariables: fetchVariablesOf(surroundings),
    /** Whether only this machine reaches the server. */
    isLocalOnly: isLocalOnly(surroundings),
    /** Hosts that every function may reach besides those that its deno.json names. */
    allowNet: env.FUNCTIONS_ALLOW_NET,
    bodyLimitBytes: env.FUNCTIONS_BODY_LIMIT_BYTES,
    limits: {
      /** Of one process, beyond what Deno itself takes. */
      memoryBytes: env.FUNCTIONS_MEMORY_MB * MEBIBYTE,
      /** Of one request. */
      cpuMs: env.FUNCTIONS_CPU_MS,
      /** An answer begins within it, and a process without requests ends after it. */
      idleTimeoutMs: env.FUNCTIONS_IDLE_TIMEOUT_S * 1000,
      /** Of one process. */
      lifetimeMs: env.FUNCTIONS_WORKER_LIFETIME_S * 1000,
    },
    /** Whether a function's process is replaced when files change. */
    reloads: env.FUNCTIONS_RELOAD,
    /** What Deno keeps of what it compiled. */
    cacheDir: resolve(surroundings.dataDir, 'deno'),
  };
}

/** How functions are run. */
export type FunctionsSettings = Readonly<ReturnType<typeof toFunctionsSettings>>;
export type FunctionLimits = Readonly<FunctionsSettings['limits']>;
