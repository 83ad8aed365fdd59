/** The floor of sign-in: only the verification of a password hash. */
import { verify } from '@node-rs/argon2';
import { runClosedLoop, type Send } from '../../shared/closed-loop.ts';
import { serveJobs } from '../../shared/child-process.ts';
import type { Measurement } from '../../shared/statistics.ts';

const jobs = {
  load(parameter: {
    /** As the server stored it, with its parameters. */
    readonly hash: string;
    readonly password: string;
    readonly atOnce: number;
    readonly durationMs: number;
  }): Promise<Measurement> {
    const { hash, password, atOnce, durationMs } = parameter;
    const check: Send = async () => {
      if (!(await verify(hash, password))) throw new Error('The password does not match.');
    };
    return runClosedLoop(
      Array.from({ length: atOnce }, () => check),
      durationMs,
    );
  },
};

export type PasswordFloorJobs = typeof jobs;

if (process.send !== undefined) serveJobs(jobs);
