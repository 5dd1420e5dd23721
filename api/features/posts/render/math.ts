import { fromHtml } from 'hast-util-from-html';
import { h } from 'hastscript';
import katex from 'katex';
import type { ElementContent } from './tree.ts';

/** Converts LaTeX to MathML, which browsers render; invalid LaTeX stays as text. */
export function formula(latex: string, isBlock: boolean): ElementContent {
  const asWritten = () => h(isBlock ? 'pre' : 'code', latex);
  try {
    const html = katex.renderToString(latex, {
      output: 'mathml',
      displayMode: isBlock,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxSize: 20,
      maxExpand: 500,
    });
    const math = firstMath(fromHtml(html, { fragment: true }).children as ElementContent[]);
    if (!math) return asWritten();
    return isBlock
      ? h('div', { className: 'math', tabIndex: 0, role: 'region', ariaLabel: 'Formula' }, math)
      : math;
  } catch (error) {
    if (error instanceof katex.ParseError || error instanceof RangeError) return asWritten();
    throw error;
  }
}

/** Removes the annotation, which repeats the LaTeX. */
function firstMath(nodes: readonly ElementContent[]): ElementContent | undefined {
  for (const node of nodes) {
    if (node.type !== 'element') continue;
    if (node.tagName === 'math') return { ...node, children: node.children.map(withoutAnnotation) };
    const below = firstMath(node.children);
    if (below) return below;
  }
  return undefined;
}
const withoutAnnotation = (node: ElementContent): ElementContent =>
  node.type === 'element'
    ? {
        ...node,
        children: node.children.filter(
          (it) => it.type !== 'element' || it.tagName !== 'annotation',
        ),
      }
    : node;
