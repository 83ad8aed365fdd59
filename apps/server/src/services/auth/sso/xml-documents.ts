import { isStorable } from '../storable-text.ts';
import { ELEMENT_NODE, parseXml, TEXT_NODE, type XmlElement, type XmlNode } from './xml-parser.ts';

export type { XmlElement } from './xml-parser.ts';

export const NAMESPACES = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

const MAX_DEPTH = 32;
/** The parser copies each nested entity, so that many of them take seconds. */
const MAX_NAMESPACE_DECLARATIONS = 2000;

function reject(message: unknown): never {
  throw new Error(`The XML is not acceptable: ${String(message)}`);
}

/**
 * Reads XML from an untrusted source: without a document type, and so without entities, and with a limit of
 * depth and size.
 *
 * @returns its root
 * @throws Error with the reason
 */
export function readXml(xml: string, maxLength: number): XmlElement {
  if (xml.length > maxLength) reject('it is too long');
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) reject('it has a document type');
  if (xml.split('xmlns').length > MAX_NAMESPACE_DECLARATIONS) reject('it has too many namespaces');
  const root = parseXml(xml, reject);
  if (root === null) return reject('it is empty');
  for (const { depth } of walk(root)) {
    if (depth > MAX_DEPTH) reject('it is nested too deeply');
  }
  return root;
}

/** All elements, without recursion, because the sender chooses the depth of the document. */
function* walk(root: XmlElement): Generator<{ element: XmlElement; depth: number }> {
  const waiting = [{ element: root, depth: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    const depth = next.depth + 1;
    for (const element of elementsOf(next.element)) waiting.push({ element, depth });
  }
}

/** An element with its descendants. */
export function* allElements(root: XmlElement): Generator<XmlElement> {
  for (const { element } of walk(root)) yield element;
}

function elementsOf(parent: XmlNode): XmlElement[] {
  const elements: XmlElement[] = [];
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === ELEMENT_NODE) elements.push(node as XmlElement);
  }
  return elements;
}

export function isNamed(
  element: XmlElement,
  namespace: keyof typeof NAMESPACES,
  name: string,
): boolean {
  return element.namespaceURI === NAMESPACES[namespace] && element.localName === name;
}

/** The child elements with a name. */
export function childrenOf(
  parent: XmlElement,
  namespace: keyof typeof NAMESPACES,
  name: string,
): XmlElement[] {
  return elementsOf(parent).filter((element) => isNamed(element, namespace, name));
}

/**
 * The text of an element without other content. Null when there is more, such as a comment inside a name,
 * which other readers would cut there.
 */
export function textOf(element: XmlElement): string | null {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType !== TEXT_NODE) return null;
  }
  const text = (element.textContent ?? '').trim();
  return isStorable(text) ? text : null;
}

/** An attribute, or null when it is empty or cannot be stored. */
export function attributeOf(element: XmlElement, name: string): string | null {
  const value = element.getAttribute(name);
  return value === '' || !isStorable(value) ? null : value;
}

/** @returns null when the text is not a SAML date-time */
export function readInstant(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return null;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
