import { Fragment, type ReactNode } from 'react';

/** Surrounds the name of an input in a message. It occurs in no text. */
const MARK = '\u0001';

interface RichTextProps<Name extends string> {
  /** A function of `paraglide/messages.js`, whose inputs are the names of `parts`. */
  message: (inputs: Record<Name, string>) => string;
  parts: Readonly<Record<Name, ReactNode>>;
}

/** A message with elements as inputs, such as a link in a sentence. */
export function RichText<Name extends string>({ message, parts }: RichTextProps<Name>) {
  const marks = Object.fromEntries(
    Object.keys(parts).map((name) => [name, `${MARK}${name}${MARK}`]),
  ) as Record<Name, string>;
  const texts = message(marks).split(MARK);
  return texts.map((text, index) => (
    <Fragment key={index}>{index % 2 === 0 ? text : parts[text as Name]}</Fragment>
  ));
}
