import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { isClientGone } from './client-gone.ts';

/** The error of reading a body whose client disconnects in the middle. */
async function readFromGoneClient(): Promise<unknown> {
  const failed = Promise.withResolvers<unknown>();
  const http = createServer((request) => {
    request.toArray().then(failed.reject, failed.resolve);
    client.destroy();
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const client = connect((http.address() as AddressInfo).port, '127.0.0.1');
  client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf');
  try {
    return await failed.promise;
  } finally {
    http.close();
  }
}

const lostDatabase = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

test('a client that disconnects is not reported as a lost database, which has the same error codes', async () => {
  const error = await readFromGoneClient();
  expect(error).toMatchObject({ code: 'ECONNRESET' });
  expect(isClientGone(error)).toBe(true);
  expect(isClientGone(lostDatabase)).toBe(false);
});
