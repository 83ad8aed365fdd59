import { randomUUID } from 'node:crypto';
import type { WirePool } from '../../platform/database/wire/wire-pool.ts';
import type { Logger } from '../../platform/logger.ts';
import { announceStatement, withdrawStatement } from './versions.ts';

const BLOCK_SIZE = 32;
/** Far less than the time until the scheduled job removes the bytes of an announced version. */
const MAX_BLOCK_AGE_MS = 10 * 60_000;

export interface NewVersion {
  readonly version: string;
  /** Whether it is registered as orphaned already, and committed. */
  readonly isAnnounced: boolean;
}

/** The versions of new objects. */
export interface AnnouncedVersions {
  /** A version for one upload, which must be announced before its first byte is written. */
  begin(): NewVersion;
  /** The upload is over, whether it has a row or not. */
  end(): void;
}

interface AnnouncedVersionsDeps {
  readonly pool: WirePool;
  readonly logger: Logger;
}

/**
 * Announces versions in blocks while uploads overlap, so that most uploads do not wait for a commit. When no upload
 * is left, the unused versions are withdrawn. After a crash the scheduled job removes them.
 */
export function createAnnouncedVersions({
  pool,
  logger,
}: AnnouncedVersionsDeps): AnnouncedVersions {
  let running = 0;
  let block: { readonly versions: string[]; readonly expiresAtMs: number } | null = null;
  let isRefilling = false;

  async function refill(): Promise<void> {
    const versions = Array.from({ length: BLOCK_SIZE }, () => randomUUID());
    const expiresAtMs = performance.now() + MAX_BLOCK_AGE_MS;
    isRefilling = true;
    try {
      await pool.run([announceStatement(versions)], { repeatable: true });
      block = { versions, expiresAtMs };
      if (running === 0) await withdraw();
    } catch (error) {
      logger.warn({ err: error }, 'storage: failed to announce versions, will retry');
    } finally {
      isRefilling = false;
    }
  }

  async function withdraw(): Promise<void> {
    const versions = block?.versions ?? [];
    block = null;
    if (versions.length === 0) return;
    await pool.run([withdrawStatement(versions)], { repeatable: true }).catch((error: unknown) => {
      logger.warn(
        { err: error },
        'storage: failed to withdraw versions, the clean-up removes them',
      );
    });
  }

  return {
    begin() {
      running += 1;
      if (block !== null && performance.now() > block.expiresAtMs) block = null;
      const version = block?.versions.pop();
      const isEmpty = (block?.versions.length ?? 0) === 0;
      if (running > 1 && isEmpty && !isRefilling) void refill();
      return version === undefined
        ? { version: randomUUID(), isAnnounced: false }
        : { version, isAnnounced: true };
    },
    end() {
      running -= 1;
      if (running === 0) void withdraw();
    },
  };
}
