/** A field of a SWIFT message, such as `:61:`. */
export interface SwiftField {
  readonly tag: string;
  /** The lines of the field. The first one follows the tag. */
  readonly lines: readonly string[];
  readonly line: number;
}

/** The fields between two separators. */
export interface SwiftMessage {
  readonly fields: readonly SwiftField[];
  readonly line: number;
  /** Whether the end of the message is written: `-` or `-}`. */
  readonly isClosed: boolean;
  /** Whether the message starts with the blocks of SWIFT: `{1:…}{2:…}{4:`. */
  readonly hasBlocks: boolean;
}

const FIELD = /^:(\d{2}[A-Z]?|NS):(.*)$/;
/** The end of a message, also before the blocks that may follow it. */
const END = /^-(\}.*)?$/;
const BLOCK_START = /^\{\d:/;
const TEXT_BLOCK = /\{4:\s*(.*)$/;

/**
 * Splits a file into messages and fields. Lines outside of fields, such as the headers of some banks,
 * are left out.
 *
 * @param onProgress receives the share of the lines that is read
 */
export function* readSwiftMessages(
  text: string,
  onProgress: (share: number) => void,
): Generator<SwiftMessage> {
  const lines = text.split('\n');
  let fields: { tag: string; lines: string[]; line: number }[] = [];
  let hasBlocks = false;
  const close = (isClosed: boolean): SwiftMessage => {
    const message = { fields, line: fields[0]?.line ?? 1, isClosed, hasBlocks };
    fields = [];
    hasBlocks = false;
    return message;
  };
  for (const [at, raw] of lines.entries()) {
    const line = BLOCK_START.test(raw) ? (TEXT_BLOCK.exec(raw)?.[1] ?? '') : raw;
    if (line !== raw) {
      // A message without its end is followed by the blocks of the next one.
      if (fields.length > 0) yield close(false);
      hasBlocks = true;
    }
    const [, tag, content] = FIELD.exec(line) ?? [];
    if (END.test(line.trim())) {
      if (fields.length > 0) yield close(true);
      onProgress(at / lines.length);
    } else if (tag !== undefined && content !== undefined) {
      // Some banks write no separators: a reference starts the next message.
      if (tag === '20' && fields.length > 0) yield close(true);
      fields.push({ tag, lines: [content], line: at + 1 });
    } else if (line.trim() !== '') {
      fields.at(-1)?.lines.push(line);
    }
  }
  if (fields.length > 0) yield close(false);
}
