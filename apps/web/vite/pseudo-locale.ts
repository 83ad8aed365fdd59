/** `WEB_LOCALE=pseudo npm run dev`: English with accents, 40 % longer. Texts in plain English are not messages. */
export const PSEUDO_LOCALE = 'pseudo';

const LENGTH_RATIO = 1.4;
const ACCENTS: Readonly<Record<string, string>> = {
  ...{ a: 'á', c: 'ç', e: 'ë', i: 'ï', n: 'ñ', o: 'ô', s: 'š', u: 'ü', y: 'ý', z: 'ž' },
  ...{ A: 'Å', C: 'Ç', E: 'É', I: 'Ï', N: 'Ñ', O: 'Ø', S: 'Š', U: 'Û', Y: 'Ý', Z: 'Ž' },
};

/** "Save" as "[Šávë ~]". Inputs in braces stay. */
export function pseudoText(text: string): string {
  return lengthened(text, /(\{\w+\})/);
}

/** The same for the texts in the code of a message. */
export function pseudoCode(code: string): string {
  return code.replaceAll(
    /`([^`]*)`/g,
    (_literal, text: string) => `\`${lengthened(text, /(\$\{[^}]*\})/)}\``,
  );
}

function lengthened(text: string, input: RegExp): string {
  const parts = text.split(input);
  const accented = parts.map((part, index) => (index % 2 === 0 ? withAccents(part) : part));
  const length = parts.filter((_part, index) => index % 2 === 0).join('').length;
  // The brackets show a text that is cut.
  const padding = '~'.repeat(Math.max(1, Math.ceil(length * LENGTH_RATIO) - length - 2));
  return `[${accented.join('')} ${padding}]`;
}

const withAccents = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => ACCENTS[letter] ?? letter);
