import { resolve } from 'node:path';
import { z } from 'zod';
import { countBetween, flag, list, positiveCount, webAddress } from '../platform/setting-fields.ts';

const port = countBetween(0, 65_535);

export const serverVariables = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: webAddress.optional(),
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

export interface ServerSettings {
  readonly port: number;
  readonly host: string;
  /** Where visitors find it, without a slash at the end. */
  readonly siteUrl: string;
  readonly trustProxy: boolean;
  /** Processes that share the port. */
  readonly workers: number;
  /** What a service limits bodies to that has no limit of its own. */
  readonly bodyLimitBytes: number;
  /** The built web application; null where only the API is served. */
  readonly webDir: string | null;
  /** Whose images pages may show besides the server's own, such as people's pictures. */
  readonly imageHosts: readonly string[];
  /** Where metrics are told, on loopback; null where nowhere. */
  readonly metricsPort: number | null;
}

export function toServerSettings(env: z.output<typeof serverVariables>): ServerSettings {
  return {
    port: env.PORT,
    host: env.HOST,
    siteUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    trustProxy: env.TRUST_PROXY,
    workers: env.WORKERS,
    bodyLimitBytes: env.BODY_LIMIT_BYTES,
    webDir: env.WEB_DIR === undefined ? null : resolve(env.WEB_DIR),
    imageHosts: env.IMAGE_HOSTS,
    metricsPort: env.METRICS_PORT ?? null,
  };
}
