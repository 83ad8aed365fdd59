import { createRequire } from 'node:module';

/** The used parts of the DOM. */
export interface XmlNode {
  readonly nodeType: number;
  readonly firstChild: XmlNode | null;
  readonly nextSibling: XmlNode | null;
  readonly parentNode: XmlNode | null;
  readonly textContent: string | null;
}

export interface XmlElement extends XmlNode {
  readonly namespaceURI: string | null;
  readonly localName: string;
  /** '' when there is none. */
  getAttribute(name: string): string;
}

export const ELEMENT_NODE = 1;
export const TEXT_NODE = 3;

type Report = (message: unknown) => void;

interface Parser {
  /** Undefined when there is nothing to parse. */
  parseFromString(
    xml: string,
    type: 'text/xml',
  ): { readonly documentElement?: XmlElement } | undefined;
}

interface XmlDom {
  readonly DOMParser: new (options: {
    readonly errorHandler: {
      readonly warning: Report;
      readonly error: Report;
      readonly fatalError: Report;
    };
  }) => Parser;
}

/** The package's own types declare all browser globals. */
const { DOMParser } = createRequire(import.meta.url)('@xmldom/xmldom') as XmlDom;

/**
 * The root of a document, if it has one.
 *
 * @param report handles each error in the text
 */
export function parseXml(xml: string, report: Report): XmlElement | null {
  const errorHandler = { warning: report, error: report, fatalError: report };
  const parser = new DOMParser({ errorHandler });
  return parser.parseFromString(xml, 'text/xml')?.documentElement ?? null;
}
