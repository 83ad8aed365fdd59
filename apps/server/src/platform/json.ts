export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue | undefined;
}

/**
 * How deep arrays and objects may lie in each other. What writes values again, here or in Postgres,
 * needs a piece of its stack for each level, and fails in the middle of its work when there is none left.
 */
const MAX_JSON_DEPTH = 500;

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const OPENING = new Set(['[', '{'].map((bracket) => bracket.charCodeAt(0)));
const CLOSING = new Set([']', '}'].map((bracket) => bracket.charCodeAt(0)));

/** Whether a text of JSON, from whoever sent it, is nested beyond sense. */
function isNestedTooDeeply(text: string): boolean {
  // Each level takes two characters.
  if (text.length <= 2 * MAX_JSON_DEPTH) return false;
  let depth = 0;
  let isInString = false;
  for (let place = 0; place < text.length; place += 1) {
    const character = text.charCodeAt(place);
    if (isInString) {
      if (character === BACKSLASH) place += 1;
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

/** The value that a text is in JSON; undefined where it is none, or is nested beyond sense. */
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
