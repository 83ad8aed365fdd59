export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue | undefined;
}

/**
 * The maximum nesting of arrays and objects. Serializers, here and in Postgres, recurse once per level
 * and fail on deeper values with a stack overflow.
 */
const MAX_JSON_DEPTH = 500;

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const OPENING = new Set(['[', '{'].map((bracket) => bracket.charCodeAt(0)));
const CLOSING = new Set([']', '}'].map((bracket) => bracket.charCodeAt(0)));

/** Whether the nesting of a JSON text exceeds the maximum, found without recursion. */
function isNestedTooDeeply(text: string): boolean {
  // Each level takes two characters.
  if (text.length <= 2 * MAX_JSON_DEPTH) return false;
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (isInString) {
      if (character === BACKSLASH) index += 1;
      else if (character === QUOTE) isInString = false;
    } else if (character === QUOTE) isInString = true;
    else if (CLOSING.has(character)) depth -= 1;
    else if (OPENING.has(character)) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return true;
    }
  }
  return false;
}

/** The value of a JSON text, or undefined when the text is invalid or nested too deeply. */
export function tryParseJson(text: string): unknown {
  if (isNestedTooDeeply(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
