/**
 * The lint rule `gloss/linear-regex`: no regex takes more than linear time. See
 * docs/decisions/2026-11-24-linear-regexes.md.
 */
import type { Rule } from 'eslint';
import { faultOf } from './verdict.ts';

type Argument =
  | {
      type: string;
      value?: unknown;
      quasis?: readonly { value: { cooked?: string | null } }[];
      expressions?: readonly unknown[];
    }
  | undefined;

/** Returns the text of a string, or of a template without expressions. */
function textOf(argument: Argument): string | undefined {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return argument.value;
  if (argument?.type === 'TemplateLiteral' && argument.expressions?.length === 0)
    return argument.quasis?.[0]?.value.cooked ?? undefined;
  return undefined;
}

const linearRegex: Rule.RuleModule = {
  meta: { type: 'problem', schema: [], messages: { slow: '{{ fault }}' } },
  create(context) {
    const report = (node: Rule.Node, source: string, flags: string): void => {
      const fault = faultOf(source, flags);
      if (fault !== undefined) context.report({ node, messageId: 'slow', data: { fault } });
    };
    const judgeCall = (
      callee: { type: string; name?: string },
      call: readonly Argument[],
      node: Rule.Node,
    ): void => {
      const source =
        callee.type === 'Identifier' && callee.name === 'RegExp' ? textOf(call[0]) : undefined;
      if (source !== undefined) report(node, source, textOf(call[1]) ?? '');
    };
    return {
      Literal(node) {
        if ('regex' in node) report(node, node.regex.pattern, node.regex.flags);
      },
      NewExpression(node) {
        judgeCall(node.callee, node.arguments, node);
      },
      CallExpression(node) {
        judgeCall(node.callee, node.arguments, node);
      },
    };
  },
};
export const plugin = { rules: { 'linear-regex': linearRegex } };
