import { codeOf } from '../error-code.ts';

/**
 * Whether a request ended before its body did, because the client or its network has gone. Node
 * gives that the code of a lost connection, which a lost database has, too.
 */
export function isClientGone(error: unknown): boolean {
  return error instanceof Error && error.message === 'aborted' && codeOf(error) === 'ECONNRESET';
}
