/** @covers security.sessions.22 */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { isPublicAddress } from './public-host.ts';
import { fetchPublicText, type PublicTextOptions } from './public-text.ts';

const OPTIONS = { timeoutMs: 10_000, maxBytes: 1000, accept: '*/*', allowsPrivateHosts: false };

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<{ url: string; asked: () => number }> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked };
}

function fetchHere(url: string, changes: Partial<PublicTextOptions> = {}): Promise<string> {
  return fetchPublicText(url, { ...OPTIONS, allowsPrivateHosts: true, ...changes });
}

describe('A URL from a user', () => {
  test.each([
    '127.0.0.1',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'ff02::1',
    'nobody',
  ])('is not public if its address is %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test('is accepted if its host is public', () => {
    expect(isPublicAddress('93.184.216.34')).toBe(true);
    expect(isPublicAddress('2606:2800:220:1:248:1893:25c8:1946')).toBe(true);
  });

  test.each([
    ['http://example.com/', 'https://'],
    ['ftp://example.com/', 'https://'],
    ['file:///etc/passwd', 'https://'],
    ['https://127.0.0.1/', 'not a public host'],
    ['https://2130706433/', 'not a public host'],
    ['https://[::1]/', 'not a public host'],
    ['https://[::ffff:a00:1]/', 'not a public host'],
    ['https://169.254.169.254/latest/meta-data', 'not a public host'],
    ['https://localhost/', 'not a public host'],
  ])('is refused if it is not HTTPS or its host is private: %s', async (url, reason) => {
    await expect(fetchPublicText(url, OPTIONS)).rejects.toThrow(reason);
  });

  test('is fetched without TLS only from this machine, and only if that is allowed', async () => {
    const here = await serve((_request, response) => response.end('text'));
    await expect(fetchPublicText(here.url, OPTIONS)).rejects.toThrow('https://');
    expect(here.asked()).toBe(0);
    await expect(fetchHere('http://example.com/')).rejects.toThrow('https://');
    expect(await fetchHere(here.url)).toBe('text');
  });

  test('is fetched without following redirects', async () => {
    const inside = await serve((_request, response) => response.end('secret'));
    const here = await serve((_request, response) =>
      response.writeHead(302, { Location: inside.url }).end(),
    );
    await expect(fetchHere(here.url)).rejects.toThrow('The response status is 302');
    expect(inside.asked()).toBe(0);
  });

  test('fails if the response is too long, never ends or is not text', async () => {
    const long = await serve((_request, response) => response.end('x'.repeat(1001)));
    await expect(fetchHere(long.url)).rejects.toThrow('larger than 1000 bytes');
    const slow = await serve((_request, response) => response.write('x'));
    await expect(fetchHere(slow.url, { timeoutMs: 200 })).rejects.toThrow();
    const silent = await serve(() => undefined);
    await expect(fetchHere(silent.url, { timeoutMs: 200 })).rejects.toThrow();
    const binary = await serve((_request, response) => response.end(Buffer.of(0xff, 0xfe)));
    await expect(fetchHere(binary.url)).rejects.toThrow();
  });
});
