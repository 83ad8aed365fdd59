import { resolve } from 'node:path';
import { z } from 'zod';
import { databaseVariables, toDatabaseSettings } from '../platform/database/settings.ts';
import { identityVariables, toIdentitySettings } from '../platform/identity/settings.ts';
import { mailVariables, toMailSettings } from '../platform/mail/settings.ts';
import { smsVariables, toSmsSettings } from '../platform/sms/settings.ts';
import { isLocalHost } from '../platform/hosts.ts';
import { dataDirOf, givenVariables } from './environment.ts';
import { toProjectData } from './project-data.ts';
import { describeVariable, readProjectConfig } from './project-config.ts';
import { netVariables, toNetSettings } from '../extensions/net/settings.ts';
import { serverVariables, toServerSettings } from '../http/settings.ts';
import { authVariables, toAuthSettings } from '../services/auth/settings.ts';
import { functionsVariables, toFunctionsSettings } from '../services/functions/settings.ts';
import { realtimeVariables, toRealtimeSettings } from '../services/realtime/settings.ts';
import { restVariables, toRestSettings } from '../services/rest/settings.ts';
import { storageVariables, toStorageSettings } from '../services/storage/settings.ts';

/** All environment variables of the server. Each room defines its own. Others are ignored. */
export const variables = z.object({
  ...serverVariables.shape,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  DATA_DIR: z.string().optional(),
  SUPABASE_WORKDIR: z.string().default('.'),
  ...databaseVariables.shape,
  ...identityVariables.shape,
  ...restVariables.shape,
  ...functionsVariables.shape,
  ...netVariables.shape,
  ...realtimeVariables.shape,
  ...storageVariables.shape,
  ...mailVariables.shape,
  ...smsVariables.shape,
  ...authVariables.shape,
});

function deepFreeze<T extends object>(value: T): Readonly<T> {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) deepFreeze(part as object);
  }
  return Object.freeze(value);
}

/**
 * The settings of the environment and of the project's config.toml as one validated, frozen object. The
 * environment overrides the file.
 *
 * @throws Error that names each invalid variable, or the file, line and key of each invalid setting, and why
 */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>) {
  const project = readProjectConfig(givenVariables(environment));
  const given = project.variables;
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `  ${describeVariable(project, issue.path.join('.'))}: ${issue.message}`,
    );
    throw new Error(`The configuration is not valid:\n${problems.join('\n')}`);
  }
  const env = parsed.data;
  const dataDir = dataDirOf(given);
  const supabaseDir = resolve(env.SUPABASE_WORKDIR, 'supabase');
  const http = toServerSettings(env);
  const mail = toMailSettings(env, { dataDir });
  const sms = toSmsSettings(env);
  const functions = toFunctionsSettings(env, {
    environment: given,
    supabaseDir,
    publicUrl: env.PUBLIC_URL ?? null,
    host: http.host,
    trustProxy: http.trustProxy,
    dataDir,
  });
  const { path, settings, unsupported, overridden } = project;
  const database = toDatabaseSettings(env, http);
  return deepFreeze({
    /** The project's config.toml. */
    project: { path, unsupported, overridden },
    /** What config.toml puts into a database. */
    data: toProjectData(settings, path),
    /** Whether no other machine can reach the server, and the database is its own. */
    isDevelopment:
      env.NODE_ENV !== 'production' &&
      functions.isLocalOnly &&
      isLocalHost(new URL(http.publicUrl).hostname) &&
      database.url === null,
    http,
    logLevel: env.LOG_LEVEL,
    dataDir,
    /** The `supabase` folder of the project: its migrations, functions and config.toml. */
    supabaseDir,
    database,
    keys: toIdentitySettings(env),
    rest: toRestSettings(env),
    auth: toAuthSettings(env, {
      siteUrl: http.siteUrl,
      apiUrl: http.publicUrl,
      mailIsSent: mail.smtpUrl !== null,
      sms,
      environment: given,
    }),
    functions,
    net: toNetSettings(env),
    realtime: toRealtimeSettings(env),
    storage: toStorageSettings(env, { dataDir }),
    mail,
    sms,
  });
}

export type Config = ReturnType<typeof loadConfig>;
