/** The host as a URL has it: an IPv6 address stands in brackets (RFC 3986, section 3.2.2). */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
