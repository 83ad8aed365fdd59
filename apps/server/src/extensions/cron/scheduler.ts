import { createWakeUp } from '../../platform/runtime/wake-up.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Lead } from '../../platform/shared/leadership.ts';
import { endOrphanedSessions } from './orphaned-sessions.ts';
import { JobCanceled, runJob, type JobRunnerDeps } from './job-runner.ts';

/** How many commands run at a time. Each has a connection of its own. */
export const MAX_RUNNING_JOBS = 4;
const TICK_MS = 1_000;
const MINUTE_MS = 60_000;

interface SchedulerDeps extends JobRunnerDeps {
  readonly clock: Clock;
  /** Called when a run has ended. */
  readonly onEnded: () => void;
}

/** The schedules of one term of leadership. */
export class Scheduler {
  readonly #deps: SchedulerDeps;
  readonly #lead: Lead;
  readonly #wakeUp = createWakeUp();
  /** Active jobs with an interval: the interval, and when the last run began. */
  readonly #intervals = new Map<string, { seconds: number; startedAtMs: number }>();
  /** Jobs that wait for their turn, each once. */
  readonly #pending = new Set<string>();
  readonly #running = new Map<string, { cancel: AbortController; ended: Promise<void> }>();
  #isChanged = true;
  #isDraining = false;
  #lastMinute = -1;
  #failure: { readonly error: unknown } | null = null;

  constructor(deps: SchedulerDeps, lead: Lead) {
    this.#deps = deps;
    this.#lead = lead;
  }

  get running(): number {
    return this.#running.size;
  }

  /** Reads the jobs again. */
  reload(): void {
    this.#isChanged = true;
    this.#wakeUp.wake();
  }

  /** Starts nothing more. */
  drain(): void {
    this.#isDraining = true;
    this.#pending.clear();
  }

  /**
   * Runs until the lead ends, and cancels what is running then.
   *
   * @throws Error when Postgres fails, so that the lease is released
   */
  async run(): Promise<void> {
    const { owner, sql } = this.#deps;
    const { name, holder, signal } = this.#lead;
    try {
      await sql`select backend_cron.fail_open_runs(${name}, ${holder}::uuid)`;
      await endOrphanedSessions(owner, signal);
      while (!signal.aborted) {
        if (this.#failure !== null) throw this.#failure.error;
        await this.#tick();
        await this.#wakeUp.wait(TICK_MS, signal);
      }
    } finally {
      for (const { cancel } of this.#running.values()) cancel.abort();
      await Promise.all([...this.#running.values()].map(({ ended }) => ended));
    }
  }

  async #tick(): Promise<void> {
    if (this.#isChanged) {
      this.#isChanged = false;
      await this.#loadJobs();
    }
    if (this.#isDraining) return;
    const nowMs = this.#deps.clock.now().getTime();
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (minute !== this.#lastMinute) {
      await this.#addDueJobs(nowMs);
      this.#lastMinute = minute;
    }
    for (const [jobId, interval] of this.#intervals) {
      if (nowMs - interval.startedAtMs >= interval.seconds * 1000) this.#pending.add(jobId);
    }
    this.#startPending(nowMs);
  }

  async #loadJobs(): Promise<void> {
    const jobs = await this.#deps.sql<{ id: string; seconds: number | null }[]>`
      select j.jobid as id, s.interval_seconds as seconds
      from cron.job as j, backend_cron.parse(j.schedule) as s
      where j.active`;
    const active = new Map(jobs.map(({ id, seconds }) => [id, seconds]));
    for (const id of this.#intervals.keys()) if (!active.get(id)) this.#intervals.delete(id);
    for (const [id, seconds] of active) {
      if (seconds === null) continue;
      const startedAtMs = this.#intervals.get(id)?.startedAtMs ?? -Infinity;
      this.#intervals.set(id, { seconds, startedAtMs });
    }
    for (const id of this.#pending) if (!active.has(id)) this.#pending.delete(id);
    for (const [id, { cancel }] of this.#running) {
      if (!active.has(id)) cancel.abort(new JobCanceled());
    }
  }

  async #addDueJobs(nowMs: number): Promise<void> {
    const { name, holder } = this.#lead;
    const due = await this.#deps.sql<{ id: string }[]>`
      select take_due_jobs as id
      from backend_cron.take_due_jobs(${name}, ${holder}::uuid, ${new Date(nowMs)})`;
    for (const { id } of due) this.#pending.add(id);
  }

  /** A job that is still running stays pending, once, and starts again when it has ended. */
  #startPending(nowMs: number): void {
    for (const jobId of this.#pending) {
      if (this.#running.size >= MAX_RUNNING_JOBS) return;
      if (this.#running.has(jobId)) continue;
      this.#pending.delete(jobId);
      const interval = this.#intervals.get(jobId);
      if (interval !== undefined) interval.startedAtMs = nowMs;
      this.#start(jobId);
    }
  }

  #start(jobId: string): void {
    const cancel = new AbortController();
    const ended = runJob(this.#deps, this.#lead, jobId, cancel.signal)
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => {
        this.#running.delete(jobId);
        this.#deps.onEnded();
        this.#wakeUp.wake();
      });
    this.#running.set(jobId, { cancel, ended });
  }
}
