/** A part without which the server cannot work. */
export interface Part {
  /** For an operator, such as `the embedded Postgres`. */
  readonly name: string;
  /** Resolves with the reason when the part is lost permanently. */
  readonly lost: Promise<Error>;
}

interface Supervised {
  readonly parts: readonly Part[];
  close(): Promise<void>;
}

interface SuperviseOptions {
  /** The signals that end the server. The default is both. */
  readonly signals?: readonly ('SIGINT' | 'SIGTERM')[];
  /** Also ends the server when its parent process is gone. */
  readonly endWithParent?: boolean;
}

/** EX_UNAVAILABLE of sysexits.h: a restart may help. */
const EXIT_PART_LOST = 69;
/** Service managers usually kill a process 10 s after SIGTERM, or later. */
const CLOSE_TIMEOUT_MS = 9_000;
/** A terminal and npm both pass on the same Ctrl-C, so two signals within this time count as one. */
const SAME_SIGNAL_MS = 500;
const PARENT_CHECK_MS = 500;

/**
 * Shuts the process down: on SIGINT and SIGTERM with exit code 0, and with code 69 and a message when a
 * part is lost permanently. A second signal ends the process at once.
 */
export function supervise(server: Supervised, options: SuperviseOptions = {}): void {
  let closingSinceMs: number | null = null;

  function end(code: number): void {
    if (closingSinceMs !== null) return;
    closingSinceMs = performance.now();
    // A part that hangs must not block the exit. The workers and the Postgres supervisor end with this process.
    setTimeout(() => process.exit(code === 0 ? 1 : code), CLOSE_TIMEOUT_MS).unref();
    server.close().then(
      () => process.exit(code),
      () => process.exit(code === 0 ? 1 : code),
    );
  }

  function onSignal(): void {
    if (closingSinceMs === null) end(0);
    else if (performance.now() - closingSinceMs > SAME_SIGNAL_MS) process.exit(1);
  }
  for (const signal of options.signals ?? ['SIGINT', 'SIGTERM']) process.on(signal, onSignal);

  for (const { name, lost } of server.parts) {
    void lost.then((error) => {
      if (closingSinceMs !== null) return;
      // Written to stderr, because the level of the logger can hide it.
      process.stderr.write(`BeaconPay stops, because ${name} is lost: ${error.message}\n`);
      end(EXIT_PART_LOST);
    });
  }

  if (options.endWithParent) {
    const parentId = process.ppid;
    setInterval(() => {
      if (process.ppid !== parentId) end(0);
    }, PARENT_CHECK_MS).unref();
  }
}
