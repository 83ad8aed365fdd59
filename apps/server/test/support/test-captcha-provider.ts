import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A captcha's provider at its HTTP boundary: each token that begins with `solved` counts once, as the
 * real ones do, and one that begins with `outage` breaks it.
 */
export async function startCaptchaProvider() {
  const spent = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const token = new URLSearchParams(Buffer.concat(chunks).toString()).get('response') ?? '';
      const isSolved = token.startsWith('solved') && !spent.has(token);
      spent.add(token);
      response
        .writeHead(token.startsWith('outage') ? 500 : 200, { 'Content-Type': 'application/json' })
        .end(
          JSON.stringify(
            isSolved
              ? { success: true }
              : { success: false, 'error-codes': ['timeout-or-duplicate'] },
          ),
        );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/siteverify`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
