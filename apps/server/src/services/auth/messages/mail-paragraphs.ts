import type { Fact } from './occasion.ts';

/** The content of an email, independent of its layout. */
export type Paragraph =
  | { readonly kind: 'text'; readonly text: string }
  /** A button in HTML, the URL in plain text. */
  | { readonly kind: 'action'; readonly label: string; readonly url: string }
  | { readonly kind: 'code'; readonly label: string; readonly code: string }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] };

export function renderText(paragraphs: readonly Paragraph[]): string {
  const parts = paragraphs.map((paragraph) => {
    switch (paragraph.kind) {
      case 'text':
        return paragraph.text;
      case 'action':
        return `${paragraph.label}:\n${paragraph.url}`;
      case 'code':
        return `${paragraph.label}: ${paragraph.code}`;
      case 'facts':
        return paragraph.facts.map(({ label, value }) => `${label}: ${value}`).join('\n');
    }
  });
  return `${parts.join('\n\n')}\n`;
}
