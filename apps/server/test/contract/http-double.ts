import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface HttpDouble {
  readonly url: string;
  /** What it was asked, in order. */
  readonly asked: Asked[];
  /** How it answers, until something else is said. */
  answer: (asked: Asked, response: ServerResponse) => void;
  close(): Promise<void>;
}

/** A service outside of this machine, here: what is sent to it really goes over HTTP. */
export async function startHttpDouble(answer: HttpDouble['answer']): Promise<HttpDouble> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const one = { path, headers, body: Buffer.concat(chunks).toString() };
      asked.push(one);
      double.answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const double: HttpDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return double;
}
