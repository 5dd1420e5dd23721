/**
 * Prompts are Markdown files in the folders of their features, with named placeholders, which are
 * filled with data and never with prompts. A line `{{> name}}` includes `config/prompts/parts/name.md`,
 * the rules that several prompts share.
 */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { positionLabel, positionOf } from '#core/contract/locator.ts';
import type { TextFeature } from './contract.ts';
import type { ModelMessage } from './model/contract.ts';
import type { Passage } from './retrieve.ts';

/** Values of a prompt; `passages` and `about` are fenced already. */
export interface PromptValues {
  fence: string;
  passages: string;
  question: string;
  about: string;
  values: Readonly<Record<string, string>>;
}
type Prompted = Pick<TextFeature, 'prompt' | 'gather' | 'values'>;

const PARTS = new URL('../../config/prompts/parts/', import.meta.url);
const ROLES = ['system', 'user'] as const;
const GAP = /\{\{([a-z_]+)\}\}/g;
/** filled for every feature, but not required in its prompt */
const OPEN = ['fence', 'question', 'about'];
const PART = /^\{\{> ([a-z-]+)\}\}$/gm;
const loaded = new WeakMap<Prompted, ModelMessage[]>();

function load({ prompt, gather, values = [] }: Prompted): ModelMessage[] {
  const path = fileURLToPath(prompt);
  const text = readFileSync(path, 'utf8').replace(PART, (_, part: string) =>
    readFileSync(new URL(`${part}.md`, PARTS), 'utf8').trim(),
  );
  const messages = ROLES.map((role) => {
    const content = new RegExp(
      `^# ${role}\\n([\\s\\S]*?)(?=^# (?:${ROLES.join('|')})$|$(?![\\s\\S]))`,
      'm',
    )
      .exec(text)?.[1]
      ?.trim();
    if (!content) throw new Error(`${path} has no part called ${role}`);
    return { role, content };
  });
  const gaps = new Set([...text.matchAll(GAP)].map((it) => it[1] ?? ''));
  const variables = new Set([...values, ...(gather === 'none' ? [] : ['passages'])]);
  const odd = [...gaps.symmetricDifference(variables)].filter((gap) => !OPEN.includes(gap));
  if (odd.length > 0) throw new Error(`${path} and its variables differ: ${odd.join(', ')}`);
  return messages;
}

/**
 * Returns the messages of a feature's prompt. All values are filled in one pass, so braces in a
 * value stay.
 */
export function renderPrompt(
  feature: Prompted,
  { values, ...given }: PromptValues,
): ModelMessage[] {
  let messages = loaded.get(feature);
  if (!messages) loaded.set(feature, (messages = load(feature)));
  const table: Readonly<Record<string, string>> = { ...values, ...given };
  return messages.map(({ role, content }) => ({
    role,
    content: content.replace(GAP, (_, gap: string) => table[gap] ?? ''),
  }));
}

const FENCE_GROUPS = 6;
/**
 * A random tag that the author of a source can't know. It consists of digits, because any three of
 * them are one token, so that all fences cost the same.
 */
export const createFence = (): string =>
  `passage-${Array.from({ length: FENCE_GROUPS }, () => String(randomInt(1000)).padStart(3, '0')).join('')}`;

/**
 * Characters that are invisible to people but not to a model: controls, direction overrides and tag
 * characters.
 */
const UNSEEN = new RegExp(
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]|[\\u{e0000}-\\u{e007f}]',
  'gu',
);
/** Matches anything that looks like one of our fences, with any number. */
const FENCE_LIKE = /<\s*(?:\/\s*)?passage-[\p{L}\p{N}-]*\s*(?:\/\s*)?>?/giu;
const asData = (text: string, fence: string): string =>
  text.toWellFormed().replace(UNSEEN, '').replaceAll(fence, '').replace(FENCE_LIKE, '');

/** Formats passages as data: each between fences, with its citation number. */
export function fencePassages(passages: readonly Passage[], fence: string): string {
  return passages
    .map(({ n, title, heading, text, locator }) =>
      [
        `<${fence}>`,
        `[${n}] ${asData(JSON.stringify({ source: title, ...(heading && heading !== title ? { under: heading } : {}), place: positionLabel(locator.medium, positionOf(locator)) }), fence)}`,
        asData(text, fence),
        `</${fence}>`,
      ].join('\n'),
    )
    .join('\n');
}

/** Fences the clipped text as data. */
export const fenceAbout = (text: string, fence: string): string =>
  `<${fence}>\n${asData(text, fence)}\n</${fence}>`;
