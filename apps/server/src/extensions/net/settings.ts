import { z } from 'zod';
import { list } from '../../platform/setting-fields.ts';

export const netVariables = z.object({
  NET_ALLOW_HOSTS: list
    .refine(
      (hosts) => hosts.every((host) => /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i.test(host)),
      'must be host, host:port …',
    )
    .default([]),
});

export function toNetSettings(env: z.output<typeof netVariables>) {
  return {
    /** Hosts that requests from SQL may reach although they are private, also without TLS. */
    allowHosts: env.NET_ALLOW_HOSTS.map((host) => host.toLowerCase()),
  };
}

export type NetSettings = Readonly<ReturnType<typeof toNetSettings>>;
