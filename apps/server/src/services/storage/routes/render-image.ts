import { storageErrors } from '../errors.ts';
import { factsOf, isUnchanged } from '../objects/download.ts';
import { findObject, type ObjectRow } from '../objects/object-row.ts';
import { findPublicObject, findReadableObject } from '../objects/readable.ts';
import { describeTransformation, transformationSchema } from '../render/transformation.ts';
import { conditionsOf, readBytes } from './answer-object.ts';
import { objectHeaders, setType, type Audience } from './object-headers.ts';
import { check, placeAfter, writePlace, type StorageRequest } from './request.ts';
import type { StorageApp } from './storage-app.ts';

/** A source is held in memory while it is drawn. */
const MAX_SOURCE_BYTES = 25 * 1024 * 1024;
const PUBLIC = '/render/image/public/';
const OWN = '/render/image/authenticated/';
const SIGNED = '/render/image/sign/';

export function addRenderRoutes({
  app,
  callOf,
  serverCallOf,
  backend,
  urls,
  images,
}: StorageApp): void {
  async function answer(
    context: StorageRequest,
    object: ObjectRow,
    query: Record<string, string>,
    audience: Audience,
  ): Promise<Response> {
    const wanted = check(transformationSchema, query);
    const facts = factsOf(object);
    if (facts.size > MAX_SOURCE_BYTES) throw storageErrors.tooLargeImage();
    const acceptsWebp = (context.req.header('accept') ?? '').includes('image/webp');
    const transformations = describeTransformation(wanted);
    // Without commas, which separate the tags of a condition.
    const form = [...transformations, acceptsWebp].join('-');
    const drawn = { ...facts, etag: facts.etag.replace(/"$/, `-${form}"`) };
    const headers = objectHeaders(context, object.name, drawn, audience);
    headers.set('Vary', 'Accept');
    if (transformations.length > 0) headers.set('X-Transformations', transformations.join(','));
    if (isUnchanged(drawn, conditionsOf(context)))
      return new Response(null, { status: 304, headers });
    const open = () => readBytes(backend, facts.version, null);
    const { bytes, type } = await images.render(open, wanted, acceptsWebp);
    setType(headers, object.name, type);
    headers.set('Content-Length', String(bytes.length));
    return new Response(new Uint8Array(bytes), { headers });
  }

  app.get(`${PUBLIC}:bucket/*`, async (context) => {
    const object = await findPublicObject(serverCallOf(context), placeAfter(context, PUBLIC));
    return answer(context, object, context.req.query(), 'everybody');
  });

  app.get(`${OWN}:bucket/*`, async (context) => {
    const call = await callOf(context);
    const object = await findReadableObject(call, placeAfter(context, OWN));
    return answer(context, object, context.req.query(), 'the caller');
  });

  app.get(`${SIGNED}:bucket/*`, async (context) => {
    const place = placeAfter(context, SIGNED);
    const token = context.req.query('token') ?? '';
    const claims = await urls.verifyRead('render', writePlace(place), token);
    const object = await findObject(serverCallOf(context), place);
    // What was signed decides, whatever else the address asks for.
    const query = Object.fromEntries(new URLSearchParams(claims.transformations));
    return answer(context, object, query, 'the caller');
  });
}
