/** The host as in a URL: with brackets around an IPv6 address (RFC 3986, section 3.2.2). */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
