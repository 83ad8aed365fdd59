import { failures } from '../errors.ts';
import { parseAccept, type AnswerType } from '../request/media-types.ts';

const JSON_ANSWER: AnswerType = { kind: 'json', single: false, stripNulls: false, vendor: false };

function isProducible(type: AnswerType, planEnabled: boolean): boolean {
  if (type.kind === 'plan') return planEnabled && isProducible(type.of, false);
  return type.kind === 'json' || type.kind === 'csv' || type.kind === 'any';
}

/**
 * The first accepted media type that rows can be answered in.
 *
 * @throws RestError PGRST107
 */
export function negotiate(accept: string | undefined, planEnabled: boolean): AnswerType {
  const accepted = parseAccept(accept);
  const chosen = accepted.find(({ type }) => isProducible(type, planEnabled))?.type;
  if (chosen === undefined) throw failures.mediaType(accepted.map(({ text }) => text));
  if (chosen.kind === 'plan' && chosen.of.kind === 'any') return { ...chosen, of: JSON_ANSWER };
  return chosen.kind === 'any' ? JSON_ANSWER : chosen;
}

/**
 * Whether the root's description is acceptable.
 *
 * @throws RestError PGRST107
 */
export function negotiateRoot(accept: string | undefined): void {
  const accepted = parseAccept(accept);
  const fits = accepted.some(
    ({ type }) => type.kind === 'openapi' || type.kind === 'any' || isPlainJson(type),
  );
  if (!fits) throw failures.mediaType(accepted.map(({ text }) => text));
}

function isPlainJson(type: AnswerType): boolean {
  return type.kind === 'json' && !type.vendor;
}
