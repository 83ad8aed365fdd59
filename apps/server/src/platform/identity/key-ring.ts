import type { Clock } from '../runtime/clock.ts';
import type { Sql } from '../database/connection.ts';
import type { Logger } from '../logger.ts';
import type { Sealer } from '../sealing.ts';
import type { CleanUp } from '../shared/scheduled-clean-ups.ts';
import { retry } from '../runtime/retry.ts';
import type { PubSub } from '../shared/pub-sub.ts';
import {
  dropRetiredKeys,
  readKeptKeys,
  importKeys,
  type KeptKey,
  type KeyFile,
} from './stored-signing-keys.ts';
import { importSigningKey, type SigningKey, type SigningKeys } from './signing-keys.ts';
import { tokenGoneAfterS } from './token-claims.ts';

const TOPIC = 'identity:signing-keys';
const MAX_RETRY_DELAY_MS = 10_000;

interface KeyRing extends SigningKeys {
  close(): Promise<void>;
}

interface KeyRingDeps {
  /** Logged in as the role of shared state. */
  readonly sql: Sql;
  readonly pubSub: Pick<PubSub, 'subscribe'>;
  readonly sealer: Sealer;
  readonly file: KeyFile;
  /** The lifetime of an access token, in seconds. */
  readonly tokenLifetimeS: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * The signing keys of all servers on one database, in the memory of this process. Each change notifies
 * all processes at commit. The time decides which key signs and which keys still verify.
 */
export async function createKeyRing(deps: KeyRingDeps): Promise<KeyRing> {
  const { sql, pubSub, sealer, file, clock, logger } = deps;
  const keptMs = tokenGoneAfterS(deps.tokenLifetimeS) * 1000;
  const given = file.isGiven ? await Promise.all(file.jwks.map(importSigningKey)) : [];
  const closed = new AbortController();
  /** Oldest first. */
  let kept: readonly KeptKey[] = [];

  async function read(): Promise<void> {
    const found = await readKeptKeys(sql, sealer);
    if (found.length > 0) kept = found;
    else
      logger.error('identity: SECRET_KEY decrypts no signing key, continuing with the known keys');
  }

  let reading = Promise.resolve();
  /** Reads run one after the other, so that an older result never replaces a newer one. */
  function readAgain(): void {
    reading = reading.then(async () => {
      await retry(read, {
        maxDelayMs: MAX_RETRY_DELAY_MS,
        signal: closed.signal,
        onError: (error) =>
          logger.warn({ err: error }, 'identity: failed to read the signing keys, will retry'),
      });
    });
  }

  const unsubscribe = await pubSub.subscribe(TOPIC, readAgain, readAgain);
  await importKeys(sql, sealer, file);
  await read();

  function currentKey(): SigningKey {
    const nowMs = clock.now().getTime();
    // The first key is the fallback when this clock is behind the database's.
    const current = kept.findLast(({ signsFromMs }) => signsFromMs <= nowMs) ?? kept[0];
    if (current === undefined) throw new Error('There is no signing key.');
    return current.key;
  }

  function liveKeys(): SigningKey[] {
    const nowMs = clock.now().getTime();
    const live = kept.filter((_, place) => {
      const next = kept[place + 1];
      return next === undefined || next.signsFromMs + keptMs > nowMs;
    });
    const keys = live.map(({ key }) => key).reverse();
    return [...keys, ...given.filter(({ keyId }) => !keys.some((key) => key.keyId === keyId))];
  }

  return {
    get current() {
      return currentKey();
    },
    find: (keyId) => liveKeys().find((key) => key.keyId === keyId),
    get jwks() {
      return { keys: liveKeys().map(({ publicJwk }) => publicJwk) };
    },
    async close() {
      closed.abort();
      await unsubscribe();
      await reading;
    },
  };
}

/** Retired keys are removed when their last token has expired. */
export function retiredKeysCleanUp(tokenLifetimeS: number): CleanUp {
  return {
    name: 'identity:signing-keys',
    cron: '23 * * * *',
    run: (sql) => dropRetiredKeys(sql, tokenGoneAfterS(tokenLifetimeS)),
  };
}
