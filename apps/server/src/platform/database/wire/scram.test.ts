import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { startScram } from './scram.ts';

const SALT = Buffer.from('some salt');
const ROUNDS = 4096;
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** The server side of the exchange, as in RFC 5802. */
function serverOf(password: string, clientFirst: string) {
  const bare = clientFirst.slice('n,,'.length);
  const nonce = `${bare.split('r=')[1] ?? ''}server`;
  const first = `r=${nonce},s=${SALT.toString('base64')},i=${ROUNDS}`;
  const salted = pbkdf2Sync(password, SALT, ROUNDS, 32, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest();
  return {
    first,
    /** The final message, or null when the proof is wrong. */
    finish(clientFinal: string): string | null {
      const [withoutProof = '', proof = ''] = clientFinal.split(',p=');
      const message = `${bare},${first},${withoutProof}`;
      const signature = hmac(storedKey, message);
      const key = Buffer.from(proof, 'base64').map((byte, at) => byte ^ (signature[at] ?? 0));
      if (!createHash('sha256').update(key).digest().equals(storedKey)) return null;
      return `v=${hmac(hmac(salted, 'Server Key'), message).toString('base64')}`;
    },
  };
}

test('The correct password authenticates the client to the server and the server to the client', async () => {
  const scram = startScram('pässword');
  const server = serverOf('pässword', scram.firstMessage);
  const final = server.finish(await scram.answer(server.first));
  expect(final).not.toBeNull();
  expect(() => scram.verify(final ?? '')).not.toThrow();
});

test('The server refuses a wrong password', async () => {
  const scram = startScram('wrong');
  const server = serverOf('right', scram.firstMessage);
  expect(server.finish(await scram.answer(server.first))).toBeNull();
});

test('A server that does not know the password is detected', async () => {
  const scram = startScram('right');
  const server = serverOf('right', scram.firstMessage);
  await scram.answer(server.first);
  expect(() => scram.verify(`v=${Buffer.alloc(32).toString('base64')}`)).toThrow();
});

test("A server that changes the client's nonce is refused", async () => {
  const scram = startScram('right');
  await expect(scram.answer(`r=other,s=${SALT.toString('base64')},i=1`)).rejects.toThrow();
});
