import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/**
 * Has a server listen.
 *
 * @returns the port, which the system chooses for 0
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
