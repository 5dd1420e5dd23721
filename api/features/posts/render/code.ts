import { h } from 'hastscript';
import { common, createLowlight } from 'lowlight';
import type { Element, ElementContent } from './tree.ts';

const lowlight = createLowlight(common);
/** Longer code is not highlighted, which would take long. */
const MAX_HIGHLIGHTED = 50_000;

/** Highlights code in known languages. */
export function codeBlock(code: string, language: string | undefined): Element {
  const known =
    language !== undefined && code.length <= MAX_HIGHLIGHTED && lowlight.registered(language);
  const inner = known
    ? (lowlight.highlight(language, code).children as ElementContent[])
    : [{ type: 'text' as const, value: code }];
  return h('pre', { className: 'code', tabIndex: 0 }, h('code', inner));
}
