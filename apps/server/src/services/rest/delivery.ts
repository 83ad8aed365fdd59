import type { ServerResponse } from 'node:http';

const CHUNK_BYTES = 32_768;
/** Shorter bodies fit into what the system keeps for a socket. */
const PACED_FROM_BYTES = 131_072;

export interface Deliveries {
  /** Counts an answer as being read by its client from now on, until the client has it or has gone. */
  begin(outgoing: ServerResponse): void;
  end(outgoing: ServerResponse): void;
  /** A body in the pace at which the client reads it. */
  pace(outgoing: ServerResponse, body: Buffer): Buffer | ReadableStream<Uint8Array>;
  close(): void;
}

/**
 * Watches over answers on their way out. A client that does not read keeps its
 * answer in memory and its place among the caller's requests, so one that takes
 * nothing for `stallMs` is cut off.
 */
export function createDeliveries({ stallMs }: { readonly stallMs: number }): Deliveries {
  const movedAtMs = new Map<ServerResponse, number>();

  const sweeper = setInterval(() => {
    const nowMs = performance.now();
    for (const [outgoing, atMs] of movedAtMs) {
      if (nowMs - atMs > stallMs) outgoing.destroy();
    }
  }, stallMs / 4).unref();

  return {
    begin: (outgoing) => void movedAtMs.set(outgoing, performance.now()),
    end: (outgoing) => void movedAtMs.delete(outgoing),
    pace(outgoing, body) {
      if (body.length < PACED_FROM_BYTES) return body;
      let at = 0;
      return new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            // Asked for more, so what was sent before has been taken.
            if (movedAtMs.has(outgoing)) movedAtMs.set(outgoing, performance.now());
            controller.enqueue(body.subarray(at, at + CHUNK_BYTES));
            at += CHUNK_BYTES;
            if (at >= body.length) controller.close();
          },
        },
        { highWaterMark: 0 },
      );
    },
    close: () => clearInterval(sweeper),
  };
}
