import type { MiddlewareHandler } from 'hono';
import { createConstantHeaders } from './prepared-headers.ts';

/** Headers of every response. Pages add their own Content-Security-Policy. */
export function createSecurityHeaders(): MiddlewareHandler {
  return createConstantHeaders({
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
    'X-Content-Type-Options': 'nosniff',
    'X-DNS-Prefetch-Control': 'off',
    'X-Download-Options': 'noopen',
    'X-Frame-Options': 'DENY',
    'X-Permitted-Cross-Domain-Policies': 'none',
  });
}

/** Other hosts from which a page loads resources. */
export interface PageHosts {
  /** Hosts of images. */
  readonly images?: readonly string[];
  /** Hosts of widgets: their scripts, styles, frames and requests. */
  readonly widgets?: readonly string[];
}

/**
 * A Content-Security-Policy that allows the page's own host and the given hosts only.
 *
 * @param scriptHashes `'sha256-…'` sources of the inline scripts of the page
 */
export function contentSecurityPolicy(
  scriptHashes: readonly string[],
  { images = [], widgets = [] }: PageHosts = {},
): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptHashes, ...widgets].join(' ')}`,
    `style-src ${["'self'", ...widgets].join(' ')}`,
    `img-src ${["'self'", 'data:', 'blob:', ...images].join(' ')}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...widgets].join(' ')}`,
    ...(widgets.length === 0 ? [] : [`frame-src ${widgets.join(' ')}`]),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
