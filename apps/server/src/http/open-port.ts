import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/**
 * Starts to listen.
 *
 * @returns the port; for port 0, the one that the system has chosen
 * @throws Error that names the settings of the address
 */
export async function openPort(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening').catch((cause: unknown) => {
    const address = `HOST ${host} and PORT ${String(port)}`;
    throw new Error(`Nothing can listen on ${address}: ${String(cause)}`, { cause });
  });
  return (server.address() as AddressInfo).port;
}
