import { errors } from '../errors.ts';
import { describeParseError, errorAt, EXPECTED_END, merge, positionOf } from './parse-error.ts';
import type { Parser } from './parsec.ts';

/** Part of a name or value. Other trailing characters, such as an extra `)`, are ignored. */
const SIGNIFICANT = /[\p{L}\p{N}]/u;

/**
 * Parses a whole text.
 *
 * @throws RestError PGRST100 with `subject` and the position of the error
 */
export function parseText<T>(parser: Parser<T>, text: string, subject: string): T {
  const reply = parser(text, 0);
  if (reply.isOk && !SIGNIFICANT.test(text.slice(reply.end))) return reply.value;
  const error = reply.isOk
    ? merge(reply.error, errorAt(text, reply.end, EXPECTED_END))
    : reply.error;
  throw errors.unparsable(`"${subject}" ${positionOf(text, error.at)}`, describeParseError(error));
}
