/** What a server cannot work without, and how one learns that it is gone. */
export interface Part {
  /** In plain words, such as `the embedded Postgres`. */
  readonly name: string;
  /** Settles when the part is lost for good, with the reason. Never settles while it comes back by itself. */
  readonly lost: Promise<Error>;
}

interface Supervised {
  readonly parts: readonly Part[];
  close(): Promise<void>;
}

interface SuperviseOptions {
  /** Those that end the server; both unless given. */
  readonly signals?: readonly ('SIGINT' | 'SIGTERM')[];
  /** Ends the server, too, when the process that started it is gone without a word. */
  readonly endWithParent?: boolean;
}

/** A service that this one needs is not available (EX_UNAVAILABLE of sysexits.h): starting again may help. */
const EXIT_PART_LOST = 69;
/** After which closing counts as failed; service managers usually wait 10 s and longer. */
const CLOSE_TIMEOUT_MS = 9_000;
/** A terminal and npm both hand on the same Ctrl-C, so two signals at once are one wish. */
const SAME_WISH_MS = 500;
const PARENT_CHECK_MS = 500;

/**
 * Ends the process in good order: on Ctrl-C and SIGTERM with code 0, and with
 * code 69 and a message when a part is lost for good. A second signal ends it at once.
 */
export function supervise(server: Supervised, options: SuperviseOptions = {}): void {
  let closingSinceMs: number | null = null;

  function end(code: number): void {
    if (closingSinceMs !== null) return;
    closingSinceMs = performance.now();
    // What hangs must not keep the process: Postgres's keeper and the workers end when it is gone.
    setTimeout(() => process.exit(code === 0 ? 1 : code), CLOSE_TIMEOUT_MS).unref();
    server.close().then(
      () => process.exit(code),
      () => process.exit(code === 0 ? 1 : code),
    );
  }

  function onSignal(): void {
    if (closingSinceMs === null) end(0);
    else if (performance.now() - closingSinceMs > SAME_WISH_MS) process.exit(1);
  }
  for (const signal of options.signals ?? ['SIGINT', 'SIGTERM']) process.on(signal, onSignal);

  for (const { name, lost } of server.parts) {
    void lost.then((error) => {
      if (closingSinceMs !== null) return;
      // Not through the logger, whose level may hide it.
      process.stderr.write(`BeaconPay ends, because ${name} is lost: ${error.message}\n`);
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
