import { resolve } from 'node:path';
import { z } from 'zod';
import { countBetween, flag, list, positiveCount, webAddress } from '../platform/setting-fields.ts';

const port = countBetween(0, 65_535);

export const serverVariables = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: webAddress.optional(),
  SITE_URL: webAddress.optional(),
  TRUST_PROXY: flag.default(false),
  WORKERS: countBetween(1, 64).default(1),
  WEB_DIR: z.string().optional(),
  IMAGE_HOSTS: list
    .refine(
      (hosts) =>
        hosts.every((host) => /^https:\/\/(?:\*\.)?[\w-]+(?:\.[\w-]+)*(?::\d+)?$/.test(host)),
      'must be https://host, https://*.host …',
    )
    .default([]),
  BODY_LIMIT_BYTES: positiveCount.default(1_048_576),
  METRICS_PORT: port.optional(),
});

const withoutTrailingSlash = (url: string): string => url.replace(/\/+$/, '');

export function toServerSettings(env: z.output<typeof serverVariables>) {
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  return {
    port: env.PORT,
    host: env.HOST,
    /** The public URL of this server, without a trailing slash. */
    publicUrl: withoutTrailingSlash(publicUrl),
    /** The URL of the web application, without a trailing slash. */
    siteUrl: withoutTrailingSlash(env.SITE_URL ?? publicUrl),
    trustProxy: env.TRUST_PROXY,
    /** The number of worker processes. */
    workers: env.WORKERS,
    /** The limit of request bodies for services without a limit of their own. */
    bodyLimitBytes: env.BODY_LIMIT_BYTES,
    /** The built web application; null when the server serves the API only. */
    webDir: env.WEB_DIR === undefined ? null : resolve(env.WEB_DIR),
    /** Other hosts whose images pages may show, such as profile pictures. */
    imageHosts: env.IMAGE_HOSTS,
    /** The port of the metrics, on loopback; null for none. */
    metricsPort: env.METRICS_PORT ?? null,
  };
}

export type ServerSettings = Readonly<ReturnType<typeof toServerSettings>>;
