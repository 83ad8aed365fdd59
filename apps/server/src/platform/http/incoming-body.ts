import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { clientGone } from './client-gone.ts';

class RequestBody extends Readable {
  readonly #incoming: IncomingMessage;
  #isAttached = false;

  constructor(incoming: IncomingMessage) {
    super();
    this.#incoming = incoming;
  }

  override _read(): void {
    if (this.#isAttached) this.#incoming.resume();
    else this.#attach();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const incoming = this.#incoming;
    incoming.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onClose);
    // The rest is discarded, so that the connection can carry the response and the next request.
    incoming.resume();
    done(error);
  }

  /** Set at the first read: before it, no consumer handles errors. */
  #attach(): void {
    const incoming = this.#incoming;
    this.#isAttached = true;
    if (incoming.readableEnded) this.#onEnd();
    else if (incoming.destroyed) this.#onClose();
    else incoming.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onClose);
  }

  readonly #onData = (chunk: Buffer): void => {
    if (!this.push(chunk)) this.#incoming.pause();
  };

  readonly #onEnd = (): void => {
    this.push(null);
  };

  readonly #onClose = (): void => {
    if (!this.#incoming.readableEnded) this.destroy(clientGone());
  };
}

/**
 * The body of a request as a separate stream. It fails with `clientGone` when the client disconnects
 * before the end of the body. Destroying it leaves the connection open for the response.
 */
export function bodyOf(incoming: IncomingMessage): Readable {
  return new RequestBody(incoming);
}
