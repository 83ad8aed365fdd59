import { fork } from 'node:child_process';
import { once } from 'node:events';

/** The response of a child process to a job. */
type Outcome =
  | { readonly succeeded: true; readonly result: unknown }
  | { readonly succeeded: false; readonly message: string };

/** The jobs of a child process, by name. */
export type Jobs = Record<string, (parameter: never) => unknown>;

export interface ChildProcess<T extends Jobs> {
  /** Runs one job at a time. @throws Error with the message of the child process if the job fails */
  run<Name extends keyof T & string>(
    name: Name,
    parameter: Parameters<T[Name]>[0],
  ): Promise<Awaited<ReturnType<T[Name]>>>;
  stop(): Promise<void>;
}

/** Starts a program that runs jobs with `serveJobs`. */
export function startChildProcess<T extends Jobs>(path: string): ChildProcess<T> {
  const child = fork(path, { serialization: 'advanced' });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${path} ended unexpectedly.`);
  });
  // Between two jobs, no caller handles the rejection.
  ended.catch(() => undefined);
  return {
    async run(name, parameter) {
      const answered = once(child, 'message') as Promise<[Outcome]>;
      child.send({ name, parameter });
      const [outcome] = await Promise.race([answered, ended]);
      if (!outcome.succeeded) throw new Error(outcome.message);
      return outcome.result as never;
    },
    async stop() {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

/** Runs the jobs that the parent process sends, until the parent disconnects. */
export function serveJobs(jobs: Jobs): void {
  process.on('message', (message: { name: string; parameter: never }) => {
    const job = jobs[message.name];
    const answer = (outcome: Outcome): void => {
      process.send?.(outcome);
    };
    Promise.resolve()
      .then(() => {
        if (job === undefined) throw new Error(`There is no job ${message.name}.`);
        return job(message.parameter);
      })
      .then(
        (result) => answer({ succeeded: true, result }),
        (error: unknown) =>
          answer({
            succeeded: false,
            message: error instanceof Error ? (error.stack ?? error.message) : String(error),
          }),
      );
  });
  process.once('disconnect', () => process.exit(0));
}
