/** The floor for broadcasts: a bare `ws` server that sends on what it gets to all others, and nothing else. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serveJobs } from '../../shared/child-process.ts';
import { WebSocketServer } from '../websocket-library.ts';

const jobs = {
  async serve(): Promise<{ readonly port: number; readonly processId: number }> {
    const server = new WebSocketServer({
      host: '127.0.0.1',
      port: 0,
      perMessageDeflate: false,
    });
    server.on('connection', (socket) => {
      socket.on('message', (data: Buffer) => {
        for (const client of server.clients) {
          if (client !== socket) client.send(data, { binary: false });
        }
      });
    });
    await once(server, 'listening');
    return { port: (server.address() as AddressInfo).port, processId: process.pid };
  },
};

export type BareSocketsJobs = typeof jobs;

serveJobs(jobs);
