import type { TestServer } from '../support/index.ts';

/** A minimal browser for sign-in flows: it stores cookies and does not follow redirects. */
export class FlowBrowser {
  readonly cookies = new Map<string, string>();
  readonly #server: TestServer;

  constructor(server: TestServer) {
    this.#server = server;
  }

  keepCookies(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.cookies.set(name, value);
    }
  }

  /** Requests the path and query of a URL from the server, ignores the host, and returns the redirect URL. */
  async open(address: URL | string, form?: URLSearchParams): Promise<URL> {
    const { pathname, search } = new URL(address);
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    const response = await fetch(`${this.#server.url}${pathname}${search}`, {
      redirect: 'manual',
      headers: { Cookie: cookies.join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    });
    this.keepCookies(response.headers);
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${response.status} ${await response.text()}`);
    return new URL(location);
  }
}

/** The parameters in the fragment of a URL. */
export function fragmentOf(address: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(address.hash.slice(1)));
}
