/** Types that Postgres cannot always infer from the place of a parameter, as in `jsonb_build_object('at', $1)`. */
const TYPE_OID = { boolean: 16, bytea: 17, bigint: 20, timestamptz: 1184, jsonb: 3802 } as const;
/** Postgres infers the type. */
const INFERRED = 0;

/** A value that is sent as `jsonb`. */
export class JsonParameter {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

type Scalar = string | number | bigint | boolean | Date | Uint8Array | null;
export type ParameterValue = Scalar | readonly ParameterValue[] | JsonParameter;

/** The value of a parameter in the text format of Postgres, and the OID of its type or 0. */
export interface EncodedParameter {
  readonly text: string | null;
  readonly type: number;
}

function encodeArray(items: readonly ParameterValue[]): string {
  const encoded = items.map((item) => {
    if (Array.isArray(item)) return encodeArray(item as readonly ParameterValue[]);
    const { text } = encodeParameter(item);
    return text === null ? 'null' : `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  });
  return `{${encoded.join(',')}}`;
}

/**
 * @throws TypeError for a value without an SQL type. Objects are sent with `sql.json`.
 */
export function encodeParameter(value: unknown): EncodedParameter {
  switch (typeof value) {
    case 'string':
      return { text: value, type: INFERRED };
    case 'number':
      return { text: String(value), type: INFERRED };
    case 'boolean':
      return { text: value ? 't' : 'f', type: TYPE_OID.boolean };
    case 'bigint':
      return { text: value.toString(), type: TYPE_OID.bigint };
  }
  if (value === null) return { text: null, type: INFERRED };
  if (value instanceof Date) return { text: value.toISOString(), type: TYPE_OID.timestamptz };
  if (value instanceof JsonParameter) {
    return { text: JSON.stringify(value.value), type: TYPE_OID.jsonb };
  }
  if (value instanceof Uint8Array) {
    const { buffer, byteOffset, byteLength } = value;
    const hex = Buffer.from(buffer, byteOffset, byteLength).toString('hex');
    return { text: `\\x${hex}`, type: TYPE_OID.bytea };
  }
  if (Array.isArray(value)) {
    return { text: encodeArray(value as ParameterValue[]), type: INFERRED };
  }
  throw new TypeError(`a parameter cannot have a value of type ${typeof value}`);
}
