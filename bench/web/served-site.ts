import { randomUUID } from 'node:crypto';
import { createClient, type Session } from '@supabase/supabase-js';
import { createAdministrator } from '../../scripts/administrators.ts';
import { buildWebIfStale, WEB_BUILD_DIR } from '../../scripts/build-web.ts';
import { startFreshServer } from '../shared/fresh-server.ts';
import { coreCount } from '../shared/machine.ts';
import type { Visitor } from './routes.ts';

export interface ServedSite {
  readonly url: string;
  readonly publishableKey: string;
  /** The session of each visitor who has one. */
  readonly sessions: ReadonlyMap<Visitor, Session>;
  stop(): Promise<void>;
}

/** The key supabase-js keeps a session under: the first label of the project's host name. */
export function sessionKey(url: string): string {
  return `sb-${new URL(url).hostname.split('.')[0] ?? ''}-auth-token`;
}

const PASSWORD = 'correct horse battery staple';

/** The production build, served by the server as production runs it, and one account of each type. */
export async function serveSite(dataDir: string): Promise<ServedSite> {
  const givenDir = process.env.WEB_DIR;
  const webDir = givenDir === undefined || givenDir === '' ? WEB_BUILD_DIR : givenDir;
  if (webDir === WEB_BUILD_DIR) await buildWebIfStale();
  const { server, apiKeys, connection, stop } = await startFreshServer(dataDir, {
    workers: coreCount(),
    environment: { WEB_DIR: webDir },
  });
  try {
    const createPersonsClient = () =>
      createClient(server.url, apiKeys.publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false },
      });
    const signUp = async (accountType: 'personal' | 'business'): Promise<Session> => {
      const { data, error } = await createPersonsClient().auth.signUp({
        email: `${accountType}-${randomUUID()}@example.com`,
        password: PASSWORD,
        options: { data: { full_name: 'Grace Hopper', account_type: accountType } },
      });
      if (error) throw error;
      if (data.session === null) throw new Error('Signing up gave no session.');
      return data.session;
    };
    const signInAdministrator = async (): Promise<Session> => {
      const email = `administrator-${randomUUID()}@example.com`;
      await createAdministrator(connection, { email, password: PASSWORD });
      const { data, error } = await createPersonsClient().auth.signInWithPassword({
        email,
        password: PASSWORD,
      });
      if (error) throw error;
      return data.session;
    };
    const sessions = new Map<Visitor, Session>([
      ['personal', await signUp('personal')],
      ['business', await signUp('business')],
      ['admin', await signInAdministrator()],
    ]);
    return { url: server.url, publishableKey: apiKeys.publishableKey, sessions, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
