import type { MiddlewareHandler } from 'hono';
import { createConstantHeaders } from './constant-headers.ts';

/** Headers that every answer carries. Pages add their own Content-Security-Policy. */
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

/**
 * What a page may load: what its own host has, images of the named hosts and nothing else.
 *
 * @param scriptHashes `'sha256-…'` sources of the scripts written into the page
 */
export function contentSecurityPolicy(
  scriptHashes: readonly string[],
  imageHosts: readonly string[] = [],
): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptHashes].join(' ')}`,
    "style-src 'self'",
    `img-src ${["'self'", 'data:', 'blob:', ...imageHosts].join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
