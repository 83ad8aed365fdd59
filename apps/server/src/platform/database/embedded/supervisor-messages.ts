import type { OperatingSystemUser } from './operating-system-user.ts';

/** What a supervisor receives when it starts. */
export interface SupervisorOrder {
  /** Path of the postgres program. */
  readonly program: string;
  readonly postgresArguments: readonly string[];
  readonly clusterDir: string;
  readonly user: OperatingSystemUser | null;
}

/** What a supervisor reports about its Postgres. */
export type SupervisorReport =
  | { readonly state: 'ready' }
  /** Postgres ended unexpectedly. The supervisor will restart it. */
  | { readonly state: 'down'; readonly cause: string };

/** Short, so that Postgres is back soon after the cause is gone. */
export const MAX_RESTART_DELAY_MS = 4_000;

/** The file whose lock the supervisor inherits and passes on to Postgres. */
export const LOCK_FILE_DESCRIPTOR = 4;
