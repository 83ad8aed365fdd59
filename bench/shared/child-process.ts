import { fork } from 'node:child_process';
import { once } from 'node:events';

/** What a child answers to a job. */
type Outcome =
  | { readonly succeeded: true; readonly result: unknown }
  | { readonly succeeded: false; readonly message: string };

/** The jobs a child can do: name to parameter and result. */
export type Jobs = Record<string, (parameter: never) => unknown>;

export interface ChildProcess<T extends Jobs> {
  /** Does one job at a time. @throws Error with the child's message when it fails */
  run<Name extends keyof T & string>(
    name: Name,
    parameter: Parameters<T[Name]>[0],
  ): Promise<Awaited<ReturnType<T[Name]>>>;
  stop(): Promise<void>;
}

/** Starts a program that answers jobs with `serveJobs`. */
export function startChildProcess<T extends Jobs>(path: string): ChildProcess<T> {
  const child = fork(path, { serialization: 'advanced' });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${path} ended unexpectedly.`);
  });
  // Between two jobs nobody waits for it.
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

/** The child's side: does the jobs its parent sends, until the parent lets go of it. */
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
