import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);
export const SCRAM_MECHANISM = 'SCRAM-SHA-256';
/** Protects against a malicious server that requests hours of hashing. */
const MAX_ROUNDS = 1_000_000;
/** The default of Postgres. */
const VERIFIER_ROUNDS = 4096;
/** No channel binding: `n,,` in base64. */
const CHANNEL_BINDING = 'biws';

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

interface ScramConversation {
  readonly firstMessage: string;
  /** @throws Error when the server's message is not one of this conversation */
  answer(serverFirst: string): Promise<string>;
  /** @throws Error when the server does not prove that it knows the password */
  verify(serverFinal: string): void;
}

function fieldsOf(message: string): Map<string, string> {
  return new Map(message.split(',').map((part) => [part.slice(0, 1), part.slice(2)]));
}

/** Proves a password to Postgres without sending it, and verifies that Postgres knows it (RFC 7677). */
export function startScram(password: string): ScramConversation {
  const nonce = randomBytes(18).toString('base64');
  // Postgres takes the user's name from the startup message.
  const firstBare = `n=,r=${nonce}`;
  let serverSignature: Buffer | null = null;
  return {
    firstMessage: `n,,${firstBare}`,
    async answer(serverFirst) {
      const fields = fieldsOf(serverFirst);
      const [combined = '', salt = '', rounds = ''] = ['r', 's', 'i'].map((name) =>
        fields.get(name),
      );
      const isOurs = combined.startsWith(nonce) && combined.length > nonce.length;
      if (!isOurs || salt === '' || !/^[1-9]\d{0,6}$/.test(rounds)) {
        throw new Error('the server did not continue the authentication');
      }
      if (Number(rounds) > MAX_ROUNDS) throw new Error('the server requires too many rounds');
      const salted = await derive(
        password.normalize('NFKC'),
        Buffer.from(salt, 'base64'),
        Number(rounds),
        32,
        'sha256',
      );
      const clientKey = hmac(salted, 'Client Key');
      const storedKey = createHash('sha256').update(clientKey).digest();
      const final = `c=${CHANNEL_BINDING},r=${combined}`;
      const message = `${firstBare},${serverFirst},${final}`;
      const signature = hmac(storedKey, message);
      const proof = clientKey.map((byte, index) => byte ^ (signature[index] ?? 0));
      serverSignature = hmac(hmac(salted, 'Server Key'), message);
      return `${final},p=${Buffer.from(proof).toString('base64')}`;
    },
    verify(serverFinal) {
      const given = Buffer.from(fieldsOf(serverFinal).get('v') ?? '', 'base64');
      const known = serverSignature ?? Buffer.alloc(0);
      if (known.length === 0 || given.length !== known.length || !timingSafeEqual(given, known)) {
        throw new Error('the server could not prove that it knows the password');
      }
    },
  };
}

/** The SCRAM verifier that Postgres stores. Statements contain it instead of the password, because servers can log statements. */
export async function scramVerifierOf(password: string): Promise<string> {
  const salt = randomBytes(16);
  const salted = await derive(password.normalize('NFKC'), salt, VERIFIER_ROUNDS, 32, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64');
  const serverKey = hmac(salted, 'Server Key').toString('base64');
  return `${SCRAM_MECHANISM}$${VERIFIER_ROUNDS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
