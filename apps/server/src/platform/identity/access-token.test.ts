import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { createFixedClock } from '../runtime/clock.ts';
import { createTokenSigner, createTokenVerifier, DATA_API_RULES } from './access-token.ts';
import { generateSigningJwk, importSigningKey, type SigningKeys } from './signing-keys.ts';

const NOW = new Date('2026-01-02T03:04:05Z');
const NOW_S = NOW.getTime() / 1000;
const SECRET = 'a shared secret of at least thirty-two characters';

let keys: SigningKeys;

beforeAll(async () => {
  const current = await importSigningKey(await generateSigningJwk());
  keys = {
    current,
    find: (keyId) => (keyId === current.keyId ? current : undefined),
    jwks: { keys: [current.publicJwk] },
  };
});

function createVerifier(jwtSecret: string | null = null) {
  const clock = createFixedClock(NOW);
  return { clock, verifier: createTokenVerifier({ keys, jwtSecret, clock }) };
}

describe('An access token', () => {
  test('is accepted with the claims it was signed with', async () => {
    const token = await createTokenSigner(keys).sign({ sub: 'me', exp: NOW_S + 60 });
    expect(await createVerifier().verifier.verify(token)).toEqual({ sub: 'me', exp: NOW_S + 60 });
  });

  test('is refused once it has expired, also if it was accepted before', async () => {
    const { clock, verifier } = createVerifier();
    const token = await createTokenSigner(keys).sign({ sub: 'me', exp: NOW_S + 60 });
    await verifier.verify(token);
    clock.advance(61_000);
    await expect(verifier.verify(token)).rejects.toMatchObject({ problem: 'expired' });
  });

  test('is refused when another key signed it', async () => {
    const current = await importSigningKey(await generateSigningJwk());
    const token = await createTokenSigner({ current }).sign({ sub: 'me', exp: NOW_S + 60 });
    await expect(createVerifier().verifier.verify(token)).rejects.toMatchObject({
      problem: 'signature',
    });
  });

  test('is refused when a claim was changed after signing', async () => {
    const token = await createTokenSigner(keys).sign({ role: 'anon', exp: NOW_S + 60 });
    const [header, , signature] = token.split('.');
    const forged = Buffer.from(JSON.stringify({ role: 'service_role', exp: NOW_S + 60 }));
    await expect(
      createVerifier().verifier.verify(
        `${header ?? ''}.${forged.toString('base64url')}.${signature ?? ''}`,
      ),
    ).rejects.toMatchObject({ problem: 'signature' });
  });

  test('is refused when it is signed with the public key as a shared secret', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(keys.current.publicJwk));
    const token = await new SignJWT({ role: 'service_role' })
      .setProtectedHeader({ alg: 'HS256', kid: keys.current.keyId })
      .sign(secret);
    await expect(createVerifier(SECRET).verifier.verify(token)).rejects.toMatchObject({
      problem: 'signature',
    });
  });

  test('is accepted with a signature of the shared secret only if the secret is set', async () => {
    const token = await new SignJWT({ role: 'anon' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(SECRET));
    expect(await createVerifier(SECRET).verifier.verify(token)).toMatchObject({ role: 'anon' });
    await expect(createVerifier().verifier.verify(token)).rejects.toMatchObject({
      problem: 'signature',
    });
  });

  test('is refused as malformed if it is not a JWT', async () => {
    await expect(createVerifier().verifier.verify('nonsense')).rejects.toMatchObject({
      problem: 'malformed',
    });
  });
});

describe('In the data API', () => {
  test.each([
    [{ exp: NOW_S - 29 }, null],
    [{ exp: NOW_S - 31 }, 'JWT expired'],
    [{ nbf: NOW_S + 29 }, null],
    [{ nbf: NOW_S + 31 }, 'JWT not yet valid'],
    [{ iat: NOW_S + 29 }, null],
    [{ iat: NOW_S + 31 }, 'JWT issued at future'],
    [{ exp: 'soon' }, "The JWT 'exp' claim must be a number"],
  ])('a token with %j gets %j', async (claims, problem) => {
    const token = await createTokenSigner(keys).sign({ sub: 'me', ...claims });
    const verifying = createVerifier().verifier.verify(token, DATA_API_RULES);
    if (problem === null) await expect(verifying).resolves.toMatchObject({ sub: 'me' });
    else await expect(verifying).rejects.toThrow(problem);
  });

  test('the leeway applies to the data API only, also for a cached token', async () => {
    const { verifier } = createVerifier();
    const token = await createTokenSigner(keys).sign({ sub: 'me', exp: NOW_S - 10 });
    await verifier.verify(token, DATA_API_RULES);
    await expect(verifier.verify(token)).rejects.toMatchObject({ problem: 'expired' });
  });
});

test('A published key contains no private part', () => {
  const { publicJwk } = keys.current;
  expect(publicJwk).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
  expect(publicJwk).not.toHaveProperty('d');
});
