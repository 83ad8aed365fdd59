import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the service of texts got. */
export interface Text {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly form: Record<string, string>;
}

/** Twilio's two products at its HTTP boundary. `GET /texts?to=` tells a browser test what was sent to a number. */
export async function startTwilio() {
  const texts: Text[] = [];
  let status = 201;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'GET' && pathname === '/texts') {
      const sent = texts.filter(({ form }) => form.To === searchParams.get('to'));
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(sent.map(({ form }) => form.Body)));
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      const path = request.url ?? '';
      texts.push({ path, authorization: request.headers.authorization, form });
      const isRight = path.endsWith('/VerificationCheck') && form.Code === '424242';
      response
        .writeHead(status, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ sid: 'SM1', status: isRight ? 'approved' : 'pending' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    texts,
    answerWith: (next: number) => void (status = next),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
