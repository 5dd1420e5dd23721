import type { JSONContent } from '@tiptap/core';
import { describe, expect, it } from 'vitest';
import { BLOCKS } from './blocks/registry.ts';
import { docLocators } from './document.ts';

const [A, B] = [
  '0198c0de-0000-7000-8000-0000000000a1',
  '0198c0de-0000-7000-8000-0000000000a2',
] as const;
const clipAt = (start: number, source_id: string = A): JSONContent => ({
  type: 'clip',
  attrs: { source_id, start, end: start + 5, clip_text: `from ${start}` },
});
const chip = (place: number): JSONContent => ({
  type: 'place',
  attrs: { source_id: B, medium: 'paged', place },
});
const found = (...content: JSONContent[]): unknown[] =>
  docLocators({ type: 'doc', content }).map(({ sourceId, locator }) => [
    sourceId,
    locator.medium === 'timed'
      ? locator.startS
      : locator.medium === 'paged'
        ? locator.page
        : locator.paragraph,
  ]);

describe('locators in a document', () => {
  it('are in document order, also inside containers and lines', () =>
    expect(
      found(
        clipAt(9),
        { type: 'paragraph', content: [{ type: 'text', text: 'see ' }, chip(4), chip(2)] },
        { type: 'callout', content: [{ type: 'callout', content: [clipAt(3)] }] },
        clipAt(9),
      ),
    ).toEqual([
      [A, 9],
      [B, 4],
      [B, 2],
      [A, 3],
      [A, 9],
    ]));
  it('include one for each citation of an answer', () => {
    const citation = (mark: number, page: number) => ({
      mark,
      source_id: B,
      title: 'x',
      locator: { medium: 'paged', page, quote: 'y' },
    });
    expect(
      found({
        type: 'ai-chat',
        attrs: { citations: [citation(2, 7), { mark: 0 }, citation(1, 4)] },
      }),
    ).toEqual([
      [B, 7],
      [B, 4],
    ]);
  });
  it('exclude blocks without a source, text and unknown blocks', () =>
    expect(
      found(
        clipAt(3, ''),
        clipAt(3, '../etc'),
        { type: 'paragraph', content: [{ type: 'text', text: '[01:23](?source=s1&at=83)' }] },
        { type: 'poem', attrs: { source_id: A, start: 4 } },
        { type: 'clip' },
      ),
    ).toEqual([]));
  it('are found inside unknown blocks', () =>
    expect(found({ type: 'poem', content: [clipAt(3)] })).toEqual([[A, 3]]));
  it('are searched to a bounded depth', () => {
    const within = (levels: number): JSONContent => {
      let node = clipAt(3);
      for (let level = 1; level < levels; level += 1) node = { type: 'callout', content: [node] };
      return node;
    };
    expect(found(within(100))).toEqual([[A, 3]]);
    expect(found(within(50_000))).toEqual([]);
  });
});

describe.each(
  BLOCKS.filter((block) => block.locators(block.example.attrs).length > 0).map(
    (block) => [block.name, block] as const,
  ),
)('the locator of %s', (_, block) => {
  const { attrs } = block.example;
  it('keeps the quote and says what became of its text', () => {
    const anchor = { outcome: 'changed', version: 3, now: 'A mark' } as const;
    const [was] = block.locators(attrs);
    const [is] = block.locators({ ...attrs, ...block.relocate(attrs, 0, { anchor }) });
    expect(is?.locator).toEqual(was?.locator);
    expect(is?.sourceId).toBe(was?.sourceId);
    // A video frame has no text that could change.
    if (block.name !== 'image') expect(is?.anchor).toEqual(anchor);
  });
  it('is not affected by the locator of another block', () => {
    const before = block.locators(attrs);
    const changed = block.relocate(attrs, before.length, { anchor: null });
    expect(block.locators({ ...attrs, ...changed })).toEqual(before);
  });
});
