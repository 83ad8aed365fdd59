import { errors } from '../errors.ts';
import { essenceOf, JSON_TYPE, parseAccept, type MediaType } from '../request/media-types.ts';
import { qualifiedName } from '../schema-cache/schema-cache.ts';
import type { PlanContext } from './read-plan.ts';

/** What is rendered in the negotiated media type. */
interface RenderedResource {
  /** The relation, or the function whose value is rendered. */
  readonly schema: string;
  readonly name: string;
  /** Whether all columns are selected. The relation's own media type handlers require it. */
  readonly isWhole: boolean;
}

function customType(
  text: string,
  resource: RenderedResource,
  { cache }: PlanContext,
): MediaType | null {
  const own = resource.isWhole
    ? cache.producedMediaTypes.get(qualifiedName(resource.schema, resource.name))
    : undefined;
  const essence = essenceOf(text);
  const found =
    own?.get('*/*') ?? own?.get(essence) ?? cache.producedMediaTypes.get('')?.get(essence);
  return found === undefined ? null : { kind: 'custom', ...found };
}

/** The media type of the response for an accepted one; null if it is not available. */
function matchMediaType(
  type: MediaType,
  text: string,
  resource: RenderedResource,
  context: PlanContext,
): MediaType | null {
  if (type.kind === 'plan') {
    const { planEnabled } = context.settings;
    const of = planEnabled ? matchMediaType(type.of, type.ofText, resource, context) : null;
    return of === null ? null : { ...type, of };
  }
  // Vendor types are always rendered here, never by a handler in the database.
  if (type.kind === 'json' && (type.vendor || type.single)) return type;
  const custom = customType(text, resource, context);
  if (custom !== null) return custom;
  if (type.kind === 'any') return JSON_TYPE;
  return type.kind === 'json' || type.kind === 'csv' || type.kind === 'geojson' ? type : null;
}

/**
 * Chooses the first accepted media type that is available.
 *
 * @throws RestError PGRST107
 */
export function negotiate(
  accept: string | undefined,
  resource: RenderedResource,
  context: PlanContext,
): MediaType {
  const accepted = parseAccept(accept);
  for (const { type, text } of accepted) {
    const mediaType = matchMediaType(type, text, resource, context);
    if (mediaType !== null) return mediaType;
  }
  throw errors.mediaType(accepted.map(({ text }) => text));
}

/**
 * Chooses the media type of the OpenAPI description.
 *
 * @throws RestError PGRST107
 */
export function negotiateRoot(accept: string | undefined): MediaType {
  const accepted = parseAccept(accept);
  for (const { type } of accepted) {
    if (type.kind === 'openapi' || type.kind === 'any') return { kind: 'openapi' };
    if (type.kind === 'json' && !type.vendor) return JSON_TYPE;
  }
  throw errors.mediaType(accepted.map(({ text }) => text));
}
