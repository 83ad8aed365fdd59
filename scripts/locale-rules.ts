/**
 * Two custom lint rules for the languages of the web app, the mails and the functions.
 *
 * `fixed`: all formatting uses the locale of the page (`LOCALE`) or of the recipient (`m.language_locale` or the
 * property `locale` of its texts).
 * Without an explicit locale JavaScript uses the locale of the browser or of the server, with its words, digits
 * and calendar in sentences of another language.
 *
 * `text`: every text that is shown or sent is a message, so that it can be translated.
 */
import type { RuleTester } from 'oxlint/plugins-dev';

type Rule = Extract<Parameters<RuleTester['run']>[1], { create: (context: never) => unknown }>;
type Context = Parameters<Rule['create']>[0];
type Visitor = ReturnType<Rule['create']>;
type Call = Parameters<NonNullable<Visitor['CallExpression']>>[0];
type Construction = Parameters<NonNullable<Visitor['NewExpression']>>[0];

type Literal = Parameters<NonNullable<Visitor['Literal']>>[0];

const BROWSER_LOCALE =
  'This formats in the default locale. Pass `LOCALE` or `m.language_locale(…)`, or use a function of lib/format.ts.';

/** `toLocaleString` and similar methods, and the formatters of `Intl`, also without `new`. */
function dependsOnLocale({ callee }: Call | Construction): boolean {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false;
  const { name } = callee.property;
  const isFormatter =
    callee.object.type === 'Identifier' && callee.object.name === 'Intl' && /^[A-Z]/.test(name);
  return isFormatter || name.startsWith('toLocale');
}

function hasFixedLocale({ arguments: [first] }: Call | Construction): boolean {
  if (first?.type === 'Identifier') return first.name === 'LOCALE';
  if (first?.type === 'MemberExpression') {
    return first.property.type === 'Identifier' && first.property.name === 'locale';
  }
  return (
    first?.type === 'CallExpression' &&
    first.callee.type === 'MemberExpression' &&
    first.callee.property.type === 'Identifier' &&
    first.callee.property.name === 'language_locale'
  );
}

function createFormatVisitor(context: Context): Visitor {
  function visit(node: Call | Construction): void {
    if (dependsOnLocale(node) && !hasFixedLocale(node)) {
      context.report({ node, message: BROWSER_LOCALE });
    }
  }
  return { CallExpression: visit, NewExpression: visit };
}

const LITERAL_TEXT = 'Texts are messages: add it to en.json and call its function of `m`.';

/** The name of the product is the same in all languages. */
const BRAND = 'BeaconPay';

/** Attributes and properties whose strings are shown or read aloud. */
const TEXT_NAMES = new Set([
  ...['alt', 'aria-description', 'aria-label', 'aria-valuetext', 'placeholder', 'title'],
  ...[
    'accountNotice',
    'act',
    'acting',
    'action',
    'consequence',
    'description',
    'header',
    'heading',
    'hint',
    'label',
  ],
  ...[
    'formLabel',
    'loggingFailed',
    'notLoggedIn',
    'paymentTitle',
    'question',
    'submitLabel',
    'removedTitle',
    'savedTitle',
    'summary',
    'text',
  ],
]);

/** A word, or a capitalised sentence of several words. */
const WORD = /\p{L}{2}/u;
const SENTENCE = /^\p{Lu}[\p{L}’']* [\p{Ll}\p{Lu}\d“"(][^<>{}=;]*$/u;

/** Words before or between the tags of HTML. */
const HTML_TEXT = /(?:^|>)[^<>{}]*\p{L}{2}[^<>{}]*<(?:\/|br\b)/u;
const HTML_ENTITY = /&\w+;/g;

const isSentence = (text: string): boolean =>
  SENTENCE.test(text) || HTML_TEXT.test(text.replaceAll(HTML_ENTITY, ''));

const isText = (text: string): boolean => WORD.test(text) && text.trim() !== BRAND;

/** Names of people and companies. */
const PROPER_NAMES = new Set(['author', 'company', 'name']);

const isProperName = ({ parent }: Literal): boolean =>
  parent.type === 'Property' &&
  parent.key.type === 'Identifier' &&
  PROPER_NAMES.has(parent.key.name);

/** `new Error('…')` and `console.error('…')`: contributors read these, customers do not. */
function isForContributors(parent: Literal['parent'] | null): boolean {
  if (parent === null) return false;
  if (parent.type === 'NewExpression') {
    return parent.callee.type === 'Identifier' && /^(Type)?Error$/.test(parent.callee.name);
  }
  if (parent.type !== 'CallExpression' || parent.callee.type !== 'MemberExpression') return false;
  return parent.callee.object.type === 'Identifier' && parent.callee.object.name === 'console';
}

/** A word with a capital letter: "Month", "Reason:". Ids and class names have none. */
const CAPITALISED = /^\p{Lu}\p{Ll}+\p{P}?$/u;

/** A child of an element, also as one of two: `{isOpen ? 'Close' : 'Open'}`. */
function isChild({ parent }: Literal): boolean {
  let container = parent;
  while (container.type === 'ConditionalExpression' || container.type === 'LogicalExpression')
    container = container.parent;
  return container.type === 'JSXExpressionContainer' && container.parent.type === 'JSXElement';
}

/** The default of a property: `({ label = 'reference' })`. */
const isDefaultOfText = ({ parent }: Literal): boolean =>
  parent.type === 'AssignmentPattern' &&
  parent.left.type === 'Identifier' &&
  TEXT_NAMES.has(parent.left.name);

function isNamedText({ parent, value }: Literal): boolean {
  if (parent.type === 'JSXAttribute') {
    if (parent.name.type !== 'JSXIdentifier') return false;
    return TEXT_NAMES.has(parent.name.name) || CAPITALISED.test(String(value));
  }
  if (parent.type !== 'Property' || parent.key.type !== 'Identifier') return false;
  return TEXT_NAMES.has(parent.key.name);
}

function createTextVisitor(context: Context): Visitor {
  return {
    JSXText(node) {
      if (isText(node.value)) context.report({ node, message: LITERAL_TEXT });
    },
    Literal(node) {
      if (typeof node.value !== 'string' || !isText(node.value)) return;
      const isShown =
        isNamedText(node) ||
        isChild(node) ||
        isDefaultOfText(node) ||
        (isSentence(node.value) && !isProperName(node));
      if (isShown && !isForContributors(node.parent))
        context.report({ node, message: LITERAL_TEXT });
    },
    TemplateElement(node) {
      if (!isSentence(node.value.raw) || isForContributors(node.parent.parent)) return;
      context.report({ node, message: LITERAL_TEXT });
    },
  };
}

export default {
  meta: { name: 'locale' },
  rules: { fixed: { create: createFormatVisitor }, text: { create: createTextVisitor } },
};
