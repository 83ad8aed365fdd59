/** Invisible characters that change the direction of the text around them. They can show "123" as "321". */
const DIRECTION_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Embeddings and overrides. Formats of Intl contain none of them. */
const EMBEDDINGS = /[\u202a-\u202e]/gu;
const ISOLATES = /[\u2066-\u2069]/gu;

/** Hebrew, Arabic and the other scripts that run from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const LATIN_OR_DIGIT = /[\p{Script=Latin}\d]/u;

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** Removes the direction controls. The database removes the same from each text that it stores. */
export function withoutDirectionControls(text: string): string {
  return text.replace(DIRECTION_CONTROLS, '');
}

/**
 * A value within a sentence. A text of the other direction is isolated, so that it cannot move the words and
 * numbers around it.
 *
 * @param direction the direction of the sentence
 */
export function isolate<Value>(value: Value, direction: 'ltr' | 'rtl' = 'ltr'): Value | string {
  if (typeof value !== 'string') return value;
  const otherDirection = direction === 'rtl' ? LATIN_OR_DIGIT : RIGHT_TO_LEFT;
  const text = withoutOpenControls(value);
  return otherDirection.test(text) ? FIRST_STRONG_ISOLATE + text + POP_ISOLATE : text;
}

/** Isolates that another sentence opened and closed stay. Anything else could end the isolate around it. */
function withoutOpenControls(text: string): string {
  const plain = text.replace(EMBEDDINGS, '');
  let depth = 0;
  for (const [control] of plain.matchAll(ISOLATES)) {
    depth += control === POP_ISOLATE ? -1 : 1;
    if (depth < 0) break;
  }
  return depth === 0 ? plain : plain.replace(ISOLATES, '');
}
