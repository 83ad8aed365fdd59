import { secureHeaders } from 'hono/secure-headers';
import type { MiddlewareHandler } from 'hono';

/** Headers that every answer carries. Pages add their own Content-Security-Policy. */
export function createSecurityHeaders(): MiddlewareHandler {
  return secureHeaders({
    crossOriginResourcePolicy: false,
    crossOriginOpenerPolicy: 'same-origin',
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: 'max-age=63072000; includeSubDomains',
    xFrameOptions: 'DENY',
    xXssProtection: false,
    permissionsPolicy: {
      camera: [],
      microphone: [],
      geolocation: [],
      payment: [],
      usb: [],
      browsingTopics: [],
    },
  });
}

/**
 * What a page may load: itself and nothing else.
 *
 * @param scriptHashes `'sha256-…'` sources of the scripts written into the page
 */
export function contentSecurityPolicy(scriptHashes: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptHashes].join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self' ws: wss:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
