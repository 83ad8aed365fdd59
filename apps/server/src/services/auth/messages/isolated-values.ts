const OPEN = '\u2068';
const CLOSE = '\u2069';
const MARKS = /[\u2068\u2069]/g;

/** Invisible characters that reorder the text around them. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

/** Marks a value, such as an address, so that its characters do not reorder the text around it. */
export function isolate(value: string): string {
  return `${OPEN}${value.replaceAll(DIRECTION_CONTROLS, '')}${CLOSE}`;
}

/** The text without the marks, for text that runs from left to right. */
export function withoutMarks(text: string): string {
  return text.replaceAll(MARKS, '');
}

/** HTML with the elements of marked values. */
export function marksToElements(html: string): string {
  return html.replaceAll(OPEN, '<bdi>').replaceAll(CLOSE, '</bdi>');
}
