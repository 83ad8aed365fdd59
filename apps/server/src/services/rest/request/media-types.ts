import type { ProducedMediaType } from '../schema-cache/schema-cache.ts';

/** The media type of a response. */
export type MediaType =
  | {
      readonly kind: 'json';
      readonly single: boolean;
      readonly stripNulls: boolean;
      readonly vendor: boolean;
    }
  | { readonly kind: 'csv' }
  | { readonly kind: 'geojson' }
  | { readonly kind: 'openapi' }
  | { readonly kind: 'any' }
  | {
      readonly kind: 'plan';
      readonly format: 'json' | 'text';
      readonly of: MediaType;
      readonly ofText: string;
      readonly options: readonly PlanOption[];
    }
  | { readonly kind: 'other' }
  /** Rendered by a media type handler in the database. */
  | ({ readonly kind: 'custom' } & ProducedMediaType);

const PLAN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const;
type PlanOption = (typeof PLAN_OPTIONS)[number];

export const JSON_TYPE: MediaType = {
  kind: 'json',
  single: false,
  stripNulls: false,
  vendor: false,
};
const ANY_TYPE: MediaType = { kind: 'any' };

/** Splits at `separator` outside double quotes. */
function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function readParameters(parts: readonly string[]): Map<string, string> {
  return new Map(
    parts.map((part) => {
      const separator = part.indexOf('=');
      const value = separator < 0 ? '' : part.slice(separator + 1);
      return [part.slice(0, separator < 0 ? undefined : separator), value.replaceAll('"', '')];
    }),
  );
}

/** A media type without its parameters, in lower case. */
export function essenceOf(text: string): string {
  return (splitOutsideQuotes(text, ';')[0] ?? '').toLowerCase();
}

function parseMediaType(text: string): MediaType {
  const [essence = '', ...rest] = splitOutsideQuotes(text, ';');
  const parameters = readParameters(rest);
  const stripNulls = parameters.get('nulls') === 'stripped';
  switch (essence.toLowerCase()) {
    case '*/*':
    case 'application/*':
      return ANY_TYPE;
    case 'application/json':
      return JSON_TYPE;
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array':
      return { kind: 'json', single: false, stripNulls, vendor: stripNulls };
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object':
      return { kind: 'json', single: true, stripNulls, vendor: true };
    case 'text/csv':
      return { kind: 'csv' };
    case 'application/geo+json':
      return { kind: 'geojson' };
    case 'application/openapi+json':
      return { kind: 'openapi' };
    case 'application/vnd.pgrst.plan':
    case 'application/vnd.pgrst.plan+text':
      return planType('text', parameters);
    case 'application/vnd.pgrst.plan+json':
      return planType('json', parameters);
    default:
      return { kind: 'other' };
  }
}

function planType(format: 'json' | 'text', parameters: ReadonlyMap<string, string>): MediaType {
  const wanted = (parameters.get('options') ?? '').split('|');
  const ofText = parameters.get('for') ?? 'application/json';
  const of = parseMediaType(ofText);
  const options = PLAN_OPTIONS.filter((option) => wanted.includes(option));
  return { kind: 'plan', format, of, ofText, options };
}

function qualityOf(part: string): number {
  const quality = /;\s*q=([\d.]+)/.exec(part)?.[1];
  return quality === undefined ? 1 : Number(quality);
}

/** The media types of an `Accept` header, by descending quality. */
export function parseAccept(header: string | undefined): { type: MediaType; text: string }[] {
  if (header === undefined || header.trim() === '') return [{ type: ANY_TYPE, text: '*/*' }];
  return splitOutsideQuotes(header, ',')
    .map((text) => ({ text, type: parseMediaType(text), quality: qualityOf(text) }))
    .sort((left, right) => right.quality - left.quality)
    .map(({ text, type }) => ({ text: text.split(';')[0] ?? text, type }));
}

/** Media types that are sent with a charset. */
const TEXT_TYPES = new Set([
  'application/geo+json',
  'application/json',
  'application/openapi+json',
  'application/x-www-form-urlencoded',
  'text/csv',
  'text/plain',
  'text/xml',
]);
const CHARSET = '; charset=utf-8';

const withoutCharset = (contentType: string): string =>
  contentType.endsWith(CHARSET) ? contentType.slice(0, -CHARSET.length) : contentType;

/** The `Content-Type` header of a response. */
export function contentTypeOf(type: MediaType): string {
  switch (type.kind) {
    case 'csv':
      return 'text/csv; charset=utf-8';
    case 'geojson':
      return 'application/geo+json; charset=utf-8';
    case 'openapi':
      return 'application/openapi+json; charset=utf-8';
    case 'json': {
      if (!type.vendor) return 'application/json; charset=utf-8';
      const form = type.single ? 'object' : 'array';
      return `application/vnd.pgrst.${form}+json${type.stripNulls ? ';nulls=stripped' : ''}; charset=utf-8`;
    }
    case 'plan': {
      const options = type.options.length > 0 ? `; options=${type.options.join('|')}` : '';
      const of = withoutCharset(contentTypeOf(type.of));
      return `application/vnd.pgrst.plan+${type.format}; for="${of}"${options}; charset=utf-8`;
    }
    case 'custom': {
      const { mediaType } = type;
      return TEXT_TYPES.has(mediaType.toLowerCase()) ? `${mediaType}${CHARSET}` : mediaType;
    }
    case 'any':
    case 'other':
      return 'application/json; charset=utf-8';
  }
}
