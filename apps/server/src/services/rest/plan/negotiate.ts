import { failures } from '../errors.ts';
import { essenceOf, JSON_TYPE, parseAccept, type AnswerType } from '../request/media-types.ts';
import { qualifiedName } from '../schema-cache/types.ts';
import type { PlanContext } from './types.ts';

/** What rows or values are asked for, as far as their media type goes. */
interface Answered {
  /** The relation, or the function whose value is the answer. */
  readonly schema: string;
  readonly name: string;
  /** Whether they are asked for as they are: only then does a handler of their own fit. */
  readonly isWhole: boolean;
}

function customType(text: string, answered: Answered, { cache }: PlanContext): AnswerType | null {
  const own = answered.isWhole
    ? cache.producedMediaTypes.get(qualifiedName(answered.schema, answered.name))
    : undefined;
  const essence = essenceOf(text);
  const found =
    own?.get('*/*') ?? own?.get(essence) ?? cache.producedMediaTypes.get('')?.get(essence);
  return found === undefined ? null : { kind: 'custom', ...found };
}

/** The answer that one accepted media type leads to; null where there is none. */
function produce(
  type: AnswerType,
  text: string,
  answered: Answered,
  context: PlanContext,
): AnswerType | null {
  if (type.kind === 'plan') {
    const { planEnabled } = context.settings;
    const of = planEnabled ? produce(type.of, type.ofText, answered, context) : null;
    return of === null ? null : { ...type, of };
  }
  // What a parameter or a vendor's type asks for is always made here.
  if (type.kind === 'json' && (type.vendor || type.single)) return type;
  const custom = customType(text, answered, context);
  if (custom !== null) return custom;
  if (type.kind === 'any') return JSON_TYPE;
  return type.kind === 'json' || type.kind === 'csv' || type.kind === 'geojson' ? type : null;
}

/**
 * The first accepted media type that rows can be answered in.
 *
 * @throws RestError PGRST107
 */
export function negotiate(
  accept: string | undefined,
  answered: Answered,
  context: PlanContext,
): AnswerType {
  const accepted = parseAccept(accept);
  for (const { type, text } of accepted) {
    const answer = produce(type, text, answered, context);
    if (answer !== null) return answer;
  }
  throw failures.mediaType(accepted.map(({ text }) => text));
}

/**
 * The form of the root's description: JSON by any name.
 *
 * @throws RestError PGRST107
 */
export function negotiateRoot(accept: string | undefined): AnswerType {
  const accepted = parseAccept(accept);
  for (const { type } of accepted) {
    if (type.kind === 'openapi' || type.kind === 'any') return { kind: 'openapi' };
    if (type.kind === 'json' && !type.vendor) return JSON_TYPE;
  }
  throw failures.mediaType(accepted.map(({ text }) => text));
}
