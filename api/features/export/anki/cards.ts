/** Cards of a thread: its questions, quotes and insights, each with its moment or page. Pure. */
import type { JSONContent } from '@tiptap/core';
import { createHash } from 'node:crypto';
import { insight } from '#core/editor/blocks/insight/block.ts';
import { question } from '#core/editor/blocks/question/block.ts';
import { quote } from '#core/editor/blocks/quote/block.ts';
import { blockOf } from '#core/editor/blocks/registry.ts';
import { docText } from '#core/editor/document.ts';
import type { Locator } from '#core/contract/locator.ts';
import { positionLabel, positionOf } from '#core/contract/locator.ts';

export interface Card {
  /** the same for the same block, so that Anki updates its note */
  guid: string;
  kind: 'question' | 'quote' | 'insight';
  /** HTML */
  front: string;
  /** HTML */
  back: string;
  /** HTML */
  source: string;
}
export interface CardPorts {
  threadId: string;
  /** returns the title of a source, and the link to a position */
  linkOf(
    sourceId: string,
    locator: Locator,
  ): { title: string; href: string | undefined } | undefined;
}
interface SourcePosition {
  sourceId: string;
  locator: Locator;
}
interface Around {
  heading: string;
  /** the last position before it */
  place: SourcePosition | undefined;
  /** clips by id */
  clips: Map<string, SourcePosition>;
}

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br>');
const BASE91 =
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&()*+,-./:;<=>?@[]^_`{|}~';
/** Ten of the characters that Anki uses for its own guids. */
function guidOf(text: string): string {
  let value = createHash('sha256').update(text).digest().readBigUInt64BE();
  let guid = '';
  while (value > 0n) {
    guid = (BASE91[Number(value % 91n)] ?? 'a') + guid;
    value /= 91n;
  }
  return guid;
}
const idOf = ({ attrs }: JSONContent): string | undefined =>
  typeof attrs?.['_id'] === 'string' ? attrs['_id'] : undefined;

export function cardsOf(doc: JSONContent, { threadId, linkOf }: CardPorts): Card[] {
  const around: Around = { heading: '', place: undefined, clips: new Map() };
  const seen = new Set<string>();
  const walk = (node: JSONContent): Card[] => {
    if (node.type === 'heading')
      around.heading = docText({
        type: 'doc',
        content: [{ type: 'paragraph', content: node.content ?? [] }],
      });
    const [own] = blockOf(node.type)?.locators(node.attrs) ?? [];
    if (own) {
      around.place = own;
      const id = idOf(node);
      if (id !== undefined) around.clips.set(id, own);
    }
    const card = cardOf(node, around);
    if (!card) return (node.content ?? []).flatMap(walk);
    // A block without an id is identified by its question.
    const base = `${threadId}/${idOf(node) ?? `${card.kind}:${card.front}`}`;
    let name = base;
    for (let n = 2; seen.has(name); n += 1) name = `${base}/${n}`;
    seen.add(name);
    const link = card.place && linkOf(card.place.sourceId, card.place.locator);
    return [
      {
        guid: guidOf(name),
        kind: card.kind,
        front: card.front,
        back: card.back,
        source: link && card.place ? sourceText(link, card.place.locator) : '',
      },
    ];
  };
  return walk(doc);
}

function sourceText(
  { title, href }: { title: string; href: string | undefined },
  locator: Locator,
): string {
  const label = `${escape(title)} · ${positionLabel(locator.medium, locator.medium === 'timed' ? locator.startS : positionOf(locator))}`;
  return href === undefined ? label : `<a href="${escape(href)}">${label}</a>`;
}

function cardOf(
  node: JSONContent,
  { heading, place, clips }: Around,
):
  | { kind: Card['kind']; front: string; back: string; place: SourcePosition | undefined }
  | undefined {
  if (node.type === 'question') {
    const {
      compAttrs: { question: asked, options, answer },
      meta,
    } = question.read(node.attrs);
    const right = options[answer];
    if (asked === '' || right === undefined) return undefined;
    return {
      kind: 'question',
      front: `<p>${escape(asked)}</p>${options.length > 1 ? `<ol type="A">${options.map((it) => `<li>${escape(it)}</li>`).join('')}</ol>` : ''}`,
      back: escape(right),
      place: clips.get(meta.cont_id ?? '') ?? place,
    };
  }
  if (node.type === 'quote') {
    const {
      compAttrs: { context, speaker },
    } = quote.read(node.attrs);
    if (context === '') return undefined;
    return {
      kind: 'quote',
      front: `<blockquote>${escape(context)}</blockquote>`,
      back: escape(speaker),
      place: quote.locators(node.attrs)[0] ?? place,
    };
  }
  if (node.type === 'insight') {
    const {
      compAttrs: { text },
      meta,
    } = insight.read(node.attrs);
    return text === ''
      ? undefined
      : {
          kind: 'insight',
          front: escape(heading),
          back: escape(text),
          place: clips.get(meta.cont_id ?? '') ?? place,
        };
  }
  return undefined;
}
