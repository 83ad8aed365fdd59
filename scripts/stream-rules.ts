/**
 * A custom lint rule: each stream has an owner that handles its errors. An
 * unhandled error of a stream ends the process.
 */
import type { RuleTester } from 'oxlint/plugins-dev';

type Rule = Extract<Parameters<RuleTester['run']>[1], { create: (context: never) => unknown }>;
type Context = Parameters<Rule['create']>[0];
type Visitor = ReturnType<Rule['create']>;
type Call = Parameters<NonNullable<Visitor['CallExpression']>>[0];
type Construction = Parameters<NonNullable<Visitor['NewExpression']>>[0];

/** The functions that own streams and report their errors. */
const OWNERS = new Set(['pipeline', 'compose', 'finished']);
const JOIN =
  '`pipe` leaves the errors of its source unhandled. Use `pipeline` of node:stream/promises.';
const DESTROY =
  'This emits an error, and nothing here listens to the errors of the stream. Pass it to `pipeline`.';
const PASS_THROUGH = 'A PassThrough that is not created within `pipeline` has no owner.';

/** `stream` of `stream.on(…)` and of `stream?.on(…)`. */
function receiverOf({ callee }: Call, context: Context): { name: string; text: string } | null {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return null;
  return { name: callee.property.name, text: context.sourceCode.getText(callee.object) };
}

/** Schemas of zod have a `pipe`, too. */
function isSchema(call: Call, receiver: string, context: Context): boolean {
  const [first] = call.arguments;
  const argument = first === undefined ? '' : context.sourceCode.getText(first);
  return [receiver, argument].some((text) => /^z\s*\./.test(text));
}

function createVisitor(context: Context): Visitor {
  const owned = new Set<string>();
  const destroyed: { node: Call; stream: string }[] = [];

  function visitMethod(node: Call, { name, text }: { name: string; text: string }): void {
    const [first] = node.arguments;
    if (name === 'pipe' && !isSchema(node, text, context)) {
      context.report({ node, message: JOIN });
    } else if (name === 'on' && first?.type === 'Literal' && first.value === 'error') {
      owned.add(text);
    } else if (name === 'destroy' && first !== undefined && text !== 'this') {
      destroyed.push({ node, stream: text });
    }
  }

  return {
    CallExpression(node: Call) {
      const receiver = receiverOf(node, context);
      if (receiver !== null) visitMethod(node, receiver);
      else if (node.callee.type === 'Identifier' && OWNERS.has(node.callee.name)) {
        for (const argument of node.arguments) owned.add(context.sourceCode.getText(argument));
      }
    },
    NewExpression(node: Construction) {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'PassThrough') return;
      const { parent } = node;
      const isOwned =
        parent.type === 'CallExpression' &&
        parent.callee.type === 'Identifier' &&
        OWNERS.has(parent.callee.name);
      if (!isOwned) context.report({ node, message: PASS_THROUGH });
    },
    'Program:exit'() {
      for (const { node, stream } of destroyed) {
        if (!owned.has(stream)) context.report({ node, message: DESTROY });
      }
    },
  };
}

export default { meta: { name: 'streams' }, rules: { owned: { create: createVisitor } } };
