import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Hono } from 'hono';
import type { ServiceEnv } from '../platform/http/request-variables.ts';

/** The message of an unexpected error. The log has the cause. */
export const UNEXPECTED_PROBLEM = 'The server had an unexpected problem';

/** A service of the server. The rooms that run services know this interface only. */
export interface Service {
  /** The path under which it is mounted, such as `/auth/v1`. */
  readonly prefix: string;
  /** Handles the requests below the prefix. It limits the size of request bodies itself. */
  readonly app: Hono<ServiceEnv>;
  /** Whether it sets CORS headers itself. */
  readonly answersOtherOrigins?: boolean;
  /** Whether it adds the prepared headers itself; see `takePreparedHeaders`. */
  readonly answersPlainly?: boolean;
  /** Handles WebSocket upgrades. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Null when it is ready, else the reason, for an operator. A service without it is always ready. */
  isReady?(): Promise<string | null>;
  /**
   * Ends sockets, uploads and workers, and releases its resources.
   *
   * @param deadline when it aborts, the service must not wait any longer
   */
  close(deadline: AbortSignal): Promise<void>;
}
