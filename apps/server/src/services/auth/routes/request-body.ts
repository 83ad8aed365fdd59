import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../../platform/json.ts';
import { isStorable } from '../storable-text.ts';
import { authErrors } from '../errors.ts';
import type { RouteContext } from './route.ts';

const MAX_DEPTH = 64;

/** Free-form JSON that is stored as given. */
export const metadataField = z.custom<JsonObject>(isJsonObject, 'must be an object').nullish();

/** An optional text. Null and '' count as missing. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => (text === null || text === '' ? undefined : text));

/** The members of a body that start a code exchange (RFC 7636). */
export const challengeFields = {
  code_challenge: optionalText,
  code_challenge_method: optionalText,
};

/** An optional boolean. */
export const optionalFlag = z
  .boolean()
  .nullish()
  .transform((flag) => flag ?? false);

/** Why Postgres could not store a value, or null. Postgres limits the nesting, too. */
function findUnstorable(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') {
    return isStorable(value) ? null : 'a text is not valid Unicode';
  }
  if (typeof value !== 'object' || value === null) return null;
  if (depth === MAX_DEPTH) return 'it is nested too deeply';
  for (const [name, member] of Object.entries(value)) {
    const reason = findUnstorable(name) ?? findUnstorable(member, depth + 1);
    if (reason !== null) return reason;
  }
  return null;
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const field = issue.path.join('.');
  return field === '' ? issue.message : `${field}: ${issue.message}`;
}

/** Parses the body once per request. */
async function readJson(c: RouteContext): Promise<JsonObject> {
  const known = c.get('jsonBody');
  if (known !== undefined) return known;
  const text = await c.req.text();
  let body: unknown = {};
  if (text.trim() !== '') {
    try {
      body = JSON.parse(text);
    } catch (error) {
      throw authErrors.badJson(error instanceof SyntaxError ? error.message : 'unreadable');
    }
  }
  if (!isJsonObject(body)) throw authErrors.badJson('the body is not an object');
  const reason = findUnstorable(body);
  if (reason !== null) throw authErrors.validationFailed(`The body cannot be stored: ${reason}`);
  c.set('jsonBody', body);
  return body;
}

/**
 * The request's validated JSON body. A missing body counts as `{}`.
 *
 * @throws AuthError bad_json, or validation_failed with the name of the first invalid member
 */
export async function readBody<Schema extends z.ZodType>(
  c: RouteContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(await readJson(c));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw authErrors.validationFailed(issue ? describeIssue(issue) : 'The body is not valid');
}
