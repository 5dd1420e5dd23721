/** Prompts are Markdown files of `config/prompts`, one per feature, with named gaps. What fills them is data, never a prompt. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { placeLabel, placeOf } from '#core/contract/locator.ts';
import type { ModelMessage } from './model/contract.ts';
import type { Passage } from './retrieve.ts';

/** Each prompt and the gaps it has; both must agree with the file. */
const PROMPTS = {
  'chat-thread': ['fence', 'passages', 'question'],
  title: ['fence', 'sentence'],
} as const;
export type PromptName = keyof typeof PROMPTS;
type Values<N extends PromptName> = Record<(typeof PROMPTS)[N][number], string>;

const FOLDER = new URL('../../config/prompts/', import.meta.url);
const ROLES = ['system', 'user'] as const;
const GAP = /\{\{([a-z]+)\}\}/g;
const loaded = new Map<PromptName, ModelMessage[]>();

function load(name: PromptName): ModelMessage[] {
  const text = readFileSync(new URL(`${name}.md`, FOLDER), 'utf8');
  const messages = ROLES.map((role) => {
    const content = new RegExp(`^# ${role}\\n([\\s\\S]*?)(?=^# (?:${ROLES.join('|')})$|$(?![\\s\\S]))`, 'm').exec(text)?.[1]?.trim();
    if (!content) throw new Error(`config/prompts/${name}.md has no part called ${role}`);
    return { role, content };
  });
  const gaps = new Set([...text.matchAll(GAP)].map((it) => it[1]));
  const wanted = new Set<string | undefined>(PROMPTS[name]);
  const odd = [...gaps.symmetricDifference(wanted)];
  if (odd.length > 0) throw new Error(`config/prompts/${name}.md and its variables differ: ${odd.join(', ')}`);
  return messages;
}

/** The messages of a prompt. Filled in one pass: braces within a value stay what they are. */
export function renderPrompt<N extends PromptName>(name: N, values: Values<N>): ModelMessage[] {
  let messages = loaded.get(name);
  if (!messages) loaded.set(name, messages = load(name));
  const table: Record<string, string> = values;
  return messages.map(({ role, content }) => ({ role, content: content.replace(GAP, (_, gap: string) => table[gap] ?? '') }));
}

/** A tag nobody who wrote a source can have known. */
export const createFence = (): string => `passage-${randomBytes(9).toString('hex')}`;

/** The passages as data: each between fences, numbered as it is to be cited. */
export function fencePassages(passages: readonly Passage[], fence: string): string {
  return passages.map(({ n, title, heading, text, locator }) => [
    `<${fence}>`,
    `[${n}] ${JSON.stringify({ source: title, ...(heading && heading !== title ? { under: heading } : {}), place: placeLabel(locator.medium, placeOf(locator)) })}`,
    text.replaceAll(fence, ''),
    `</${fence}>`,
  ].join('\n')).join('\n');
}
