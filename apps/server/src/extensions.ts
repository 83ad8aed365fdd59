import { EXTENSION_CONNECTIONS } from './connection-needs.ts';
import type { ConnectionSettings } from './platform/database/connection.ts';
import { SHARED_STATE_ROLE } from './platform/database/service-roles.ts';
import { createCron } from './extensions/cron/index.ts';
import type { Extension } from './extensions/extension.ts';
import { createNet } from './extensions/net/index.ts';
import type { Platform } from './services.ts';

/** What a hosted project offers as extensions of Postgres. */
export function createExtensions(platform: Platform, owner: ConnectionSettings): Extension[] {
  const { config } = platform;
  const sql = platform.openPoolAs(SHARED_STATE_ROLE, EXTENSION_CONNECTIONS);
  return [
    createNet({
      ...platform,
      sql,
      settings: config.net,
      host: config.http.host,
      publicUrl: config.http.publicUrl,
    }),
    createCron({ ...platform, sql, owner }),
  ];
}
