import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PROJECT_DIR } from './project-dir.ts';

/** The slowest test files, which mostly wait: for processes to restart, for leases, for schedules. */
export const LONG_WAITS: readonly string[] = [
  'apps/server/test/database/embedded-postgres.test.ts',
  'apps/server/test/lifecycle.test.ts',
  'apps/server/test/own-postgres/own-postgres.test.ts',
  'apps/server/test/contract/realtime-changes.test.ts',
  'apps/server/test/faults/fault-run.test.ts',
  'apps/server/test/contract/realtime-processes.test.ts',
  'apps/server/test/shared/jobs.test.ts',
  'apps/server/test/identity/signing-keys.test.ts',
  'apps/server/test/contract/functions-limits.test.ts',
  'apps/server/test/contract/realtime-errors.test.ts',
  'apps/server/test/contract/auth-mail-host.test.ts',
];

/** Starts the slow files first, so that they wait while other tests use the CPU. */
export class LongWaitsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const paths = LONG_WAITS.map((path) => join(PROJECT_DIR, path));
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = paths.indexOf(moduleId);
      return rank === -1 ? paths.length : rank;
    };
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
