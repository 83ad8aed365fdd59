import type { OperatingSystemUser } from './operating-system-user.ts';

/** What a keeper is told when it starts. */
export interface KeeperOrder {
  /** Path of the postgres program. */
  readonly program: string;
  readonly postgresArguments: readonly string[];
  readonly clusterDir: string;
  readonly user: OperatingSystemUser | null;
}

/** What a keeper tells of its Postgres. */
export type KeeperReport =
  | { readonly state: 'ready' }
  /** It ended without being asked to, and will be started again. */
  | { readonly state: 'down'; readonly cause: string };

/** So short that whatever hindered a start does so for hardly longer than it lasts. */
export const LONGEST_PAUSE_MS = 4_000;

/** Where a keeper finds the file whose lock it holds and hands on. */
export const LOCK_FILE_DESCRIPTOR = 4;
