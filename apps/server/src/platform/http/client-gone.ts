import { codeOf } from '../error-code.ts';

const CODE = 'ECONNRESET';
const MESSAGE = 'aborted';

/**
 * Whether the client disconnected before the end of its request body. Node gives this error the code
 * ECONNRESET, which a lost database connection has too, so the message is compared as well.
 */
export function isClientGone(error: unknown): boolean {
  return error instanceof Error && error.message === MESSAGE && codeOf(error) === CODE;
}

/** The error of Node for an incomplete request body. */
export function clientGone(): Error {
  return Object.assign(new Error(MESSAGE), { code: CODE });
}
