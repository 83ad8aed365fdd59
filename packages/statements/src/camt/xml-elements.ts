import { SaxesParser } from 'saxes';
import { MAX_DEPTH, MAX_ELEMENT_LENGTH } from '../limits.ts';
import { StatementError } from '../statement-error.ts';

/** An element with its content. Names have no namespace prefix. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children. */
  readonly text: string;
  readonly line: number;
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

export interface XmlHandler {
  /** Receives an element with its attributes, before its content is read. */
  readonly onStart: (element: XmlElement, parents: readonly XmlElement[]) => void;
  /** Receives a complete element. Its parent keeps it only if the result is true. */
  readonly onEnd: (element: XmlElement, parents: readonly XmlElement[]) => boolean;
  /** Receives the share of the text that is read. */
  readonly onProgress: (share: number) => void;
}

const CHUNK_LENGTH = 64 * 1024;

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/**
 * Reads an XML text in parts. Only the five entities of XML itself and numeric ones are replaced. A
 * document type declaration is refused.
 *
 * @throws StatementError
 */
export function readXml(text: string, handler: XmlHandler): void {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const open: OpenElement[] = [];
  let isAtEnd = false;
  const fail = (key: 'xml-doctype' | 'field-malformed' | 'nesting-too-deep'): never => {
    const field = open.at(-1)?.name ?? '';
    throw new StatementError(key, parser.line, key === 'field-malformed' ? { field } : {});
  };
  parser.on('error', () => {
    throw new StatementError(isAtEnd ? 'truncated' : 'xml-malformed', parser.line);
  });
  parser.on('doctype', () => fail('xml-doctype'));
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length >= MAX_DEPTH) fail('nesting-too-deep');
    const element: OpenElement = {
      name: withoutPrefix(name),
      attributes,
      children: [],
      text: '',
      line: parser.line,
    };
    handler.onStart(element, open);
    open.push(element);
  });
  const addText = (part: string): void => {
    const element = open.at(-1);
    if (element === undefined) return;
    if (element.text.length + part.length > MAX_ELEMENT_LENGTH) fail('field-malformed');
    element.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element !== undefined && handler.onEnd(element, open)) open.at(-1)?.children.push(element);
  });
  for (let start = 0; start < text.length; start += CHUNK_LENGTH) {
    parser.write(text.slice(start, start + CHUNK_LENGTH));
    handler.onProgress(Math.min(1, (start + CHUNK_LENGTH) / text.length));
  }
  isAtEnd = true;
  parser.close();
}

/** The first element on a path of names. */
export function findElement(
  element: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  let found = element;
  for (const name of path) found = found?.children.find((child) => child.name === name);
  return found;
}

/** All elements on a path of names, also if several have the same name. */
export function findElements(element: XmlElement, ...path: readonly string[]): XmlElement[] {
  let found: XmlElement[] = [element];
  for (const name of path) {
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  }
  return found;
}

/** The text of the first element on a path of names, or null if it is empty. */
export function findText(
  element: XmlElement | undefined,
  ...path: readonly string[]
): string | null {
  const text = findElement(element, ...path)?.text.trim() ?? '';
  return text === '' ? null : text;
}
