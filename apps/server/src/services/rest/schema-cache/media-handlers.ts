import type { CatalogRows } from './catalog-rows.ts';
import {
  qualifiedName,
  type MediaHandler,
  type ProducedMediaType,
  type SchemaCache,
} from './schema-cache.ts';

/** The media type handlers of the database, by the relation or function they apply to. */
export function buildMediaTypes({ mediaHandlers }: CatalogRows): SchemaCache['producedMediaTypes'] {
  const produced = new Map<string, Map<string, ProducedMediaType>>();
  for (const row of mediaHandlers) {
    const isForAny = row.target_schema === 'pg_catalog' && row.target_name === 'anyelement';
    const target = { schema: row.target_schema, name: row.target_name };
    const key = isForAny ? '' : qualifiedName(target.schema, target.name);
    const mediaType = row.media_type.toLowerCase();
    const handler: MediaHandler =
      row.handler_schema === null || row.handler_name === null
        ? { kind: 'value' }
        : {
            kind: 'aggregate',
            schema: row.handler_schema,
            name: row.handler_name,
            rowType: isForAny ? null : target,
          };
    const types = produced.get(key) ?? new Map<string, ProducedMediaType>();
    types.set(mediaType, {
      mediaType: mediaType === '*/*' ? 'application/octet-stream' : row.media_type,
      isBinary: row.is_binary,
      handler,
    });
    produced.set(key, types);
  }
  return produced;
}
