import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalHttp {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** An HTTP server on a free local port, as a substitute for an external service. */
export async function listenLocally(listener: RequestListener): Promise<LocalHttp> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        // close() would wait for open connections.
        server.closeAllConnections();
      });
    },
  };
}
