/**
 * A custom lint rule: all formatting uses one locale, `LOCALE`. Without an explicit locale JavaScript
 * uses the locale of the browser, with its words, digits and calendar in English sentences.
 */
import type { RuleTester } from 'oxlint/plugins-dev';

type Rule = Extract<Parameters<RuleTester['run']>[1], { create: (context: never) => unknown }>;
type Context = Parameters<Rule['create']>[0];
type Visitor = ReturnType<Rule['create']>;
type Call = Parameters<NonNullable<Visitor['CallExpression']>>[0];
type Construction = Parameters<NonNullable<Visitor['NewExpression']>>[0];

const MESSAGE =
  "This formats in the browser's locale. Pass `LOCALE`, or use a function of lib/format.ts.";

/** `toLocaleString` and similar methods, and the formatters of `Intl`, also without `new`. */
function dependsOnLocale({ callee }: Call | Construction): boolean {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false;
  const { name } = callee.property;
  const isFormatter =
    callee.object.type === 'Identifier' && callee.object.name === 'Intl' && /^[A-Z]/.test(name);
  return isFormatter || name.startsWith('toLocale');
}

function hasFixedLocale({ arguments: [first] }: Call | Construction): boolean {
  return first?.type === 'Identifier' && first.name === 'LOCALE';
}

function createVisitor(context: Context): Visitor {
  function visit(node: Call | Construction): void {
    if (dependsOnLocale(node) && !hasFixedLocale(node)) {
      context.report({ node, message: MESSAGE });
    }
  }
  return { CallExpression: visit, NewExpression: visit };
}

export default { meta: { name: 'locale' }, rules: { fixed: { create: createVisitor } } };
