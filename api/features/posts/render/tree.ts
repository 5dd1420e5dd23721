/** The tree of a page before it is written. */
import type { Result } from 'hastscript';

export type Root = Extract<Result, { type: 'root' }>;
export type Element = Extract<Result, { type: 'element' }>;
export type ElementContent = Element['children'][number];
