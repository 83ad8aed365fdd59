import type { Database } from '../../platform/database/connection.ts';

const PATH = '/functions/v1';

/** The public URL of the functions. A server whose port is chosen at its start uses that port. */
export function functionsUrlOf(publicUrl: string, port: number): string {
  const url = new URL(publicUrl);
  // The port 0 is a setting, which no client can connect to.
  if (url.port === '0') url.port = String(port);
  return `${url.href.replace(/\/+$/, '')}${PATH}`;
}

/** Stores the URL where SQL reads it. */
export async function storeFunctionsUrl(sql: Database, url: string): Promise<void> {
  await sql`
    insert into backend_net.functions_endpoint as endpoint (url) values (${url})
    on conflict (is_only) do update set url = excluded.url where endpoint.url <> excluded.url`;
}

/** The stored URL, which can be that of a server on another machine. */
export async function readFunctionsUrl(sql: Database): Promise<string | null> {
  const [row] = await sql<{ url: string }[]>`select url from backend_net.functions_endpoint`;
  return row?.url ?? null;
}

/**
 * The address of this server for a URL of its functions. All servers on a database have the same functions, so each
 * accepts the URLs of all of them.
 *
 * @param functionsUrls the public URLs of the functions
 * @param origin of this server, as this machine reaches it
 * @returns null for a URL of another host
 */
export function toOwnFunction(
  target: URL,
  functionsUrls: readonly string[],
  origin: string,
): URL | null {
  for (const functionsUrl of functionsUrls) {
    const own = new URL(functionsUrl);
    // A parsed path has no dot segments.
    if (target.origin === own.origin && target.pathname.startsWith(`${own.pathname}/`)) {
      return new URL(
        `${PATH}${target.pathname.slice(own.pathname.length)}${target.search}`,
        origin,
      );
    }
  }
  return null;
}
