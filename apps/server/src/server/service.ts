import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Hono } from 'hono';
import type { ServiceEnv } from '../platform/http/request-variables.ts';

/** What a client is told of a fault that nobody foresaw; the log says more. */
export const UNEXPECTED_PROBLEM = 'The server had an unexpected problem';

/** One of the services that the server runs: all that the server's room knows of it. */
export interface Service {
  /** Where it is mounted, such as `/auth/v1`. */
  readonly prefix: string;
  /** Answers the requests below the prefix; it limits their bodies itself. */
  readonly app: Hono<ServiceEnv>;
  /** Whether it states itself which pages of other origins may call it. */
  readonly answersOtherOrigins?: boolean;
  /** Whether it takes the headers prepared for every answer itself; see `takePreparedHeaders`. */
  readonly answersPlainly?: boolean;
  /** Takes over a connection that asks to become a socket, where the service has sockets. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Null while it can serve, as one without this always can; otherwise what keeps it from it, in plain words. */
  isReady?(): Promise<string | null>;
  /**
   * Ends what lives long (sockets, uploads, workers) and gives back what it opened.
   *
   * @param deadline aborts when nothing may be waited for any longer
   */
  close(deadline: AbortSignal): Promise<void>;
}
