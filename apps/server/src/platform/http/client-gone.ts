import { codeOf } from '../error-code.ts';

const CODE = 'ECONNRESET';
const MESSAGE = 'aborted';

/**
 * Whether a request ended before its body did, because the client or its network has gone. Node
 * gives that the code of a lost connection, which a lost database has, too.
 */
export function isClientGone(error: unknown): boolean {
  return error instanceof Error && error.message === MESSAGE && codeOf(error) === CODE;
}

/** The error that Node gives to readers of a body that was cut off. */
export function clientGone(): Error {
  return Object.assign(new Error(MESSAGE), { code: CODE });
}
