import { describe, expect, it } from 'vitest';
import type { JSONContent } from '@tiptap/core';
import { GeneratedBlog } from '#core/contract/ask.ts';
import { question } from '#core/editor/blocks/question/block.ts';
import { docText, schemaViolation } from '#core/editor/document.ts';
import { BlogDraft, withCitationChips } from '../blog.ts';
import { chinese, unquotedTexts, report, talk } from '../testing/sample-passages.ts';
import { blogIdeasOffline, blogOffline } from './blog.ts';

const typesOf = (content: JSONContent): string[] =>
  (content.content ?? []).map((it) => it.type ?? '');
const post = (question: string, passages = talk()) => blogOffline({ question, passages });

describe('ideas for posts', () => {
  it('come from the source, its chapters and its terms', () => {
    const titles = blogIdeasOffline({ passages: talk() }).map((it) => it.title);
    expect(titles.length).toBeGreaterThanOrEqual(3);
    expect(titles.length).toBeLessThanOrEqual(6);
    expect(titles).toEqual(
      expect.arrayContaining([
        'How honey bees talk: the key points',
        'Life in the hive: the key points',
        'Waggle dance: questions and answers',
      ]),
    );
  });
  it('are empty without text', () => {
    expect(blogIdeasOffline({ passages: [] })).toEqual([]);
  });
});

describe('a post', () => {
  it.each([
    ['a talk', talk()],
    ['a report', report()],
    ['a page', chinese()],
  ])('of %s fits the schema for any idea', (_, passages) => {
    for (const { title } of [
      ...blogIdeasOffline({ passages }),
      { title: 'Something else altogether' },
    ]) {
      const made = post(title, passages);
      expect(schemaViolation(made.content)).toBeUndefined();
      expect(BlogDraft.safeParse(made).success).toBe(true);
      expect(GeneratedBlog.parse(made).idea_title).toBe(title);
      // The list of terms has each term before a colon.
      expect(
        unquotedTexts(docText(made.content).replace(/^[^:\n]{1,30}: /gm, ''), passages),
      ).toEqual([]);
    }
  });
  it('says that it is a skeleton', () => {
    expect(docText(post('How honey bees talk: the key points').content)).toMatch(
      /^An outline of the source's own sentences, made without a language model\.\n/,
    );
  });
  it('uses only the chapter of its idea', () => {
    const { content, description, metadata } = post(
      'Life in the hive: the key points\n\nAnd what else was said of the idea.',
    );
    expect(docText(content)).not.toMatch(/waggle|robot/);
    expect(description).toMatch(/workers|hive|honey/i);
    expect(metadata.tags).toContain('queen');
  });
  it('uses the questions of its idea as headings', () => {
    expect(docText(post('Waggle dance: questions and answers').content)).toMatch(/^What .+\?$/m);
  });
  it('quotes in blocks, and adds clips with positions', () => {
    const of = (passages: ReturnType<typeof talk>) =>
      post(blogIdeasOffline({ passages })[0]?.title ?? '', passages).content;
    expect(typesOf(of(talk()))).toEqual(expect.arrayContaining(['blockquote', 'clip']));
    expect(typesOf(of(chinese()))).toContain('web-clip');
    const clip = of(talk())['content'];
    expect(clip).toContainEqual(
      expect.objectContaining({
        type: 'clip',
        attrs: expect.objectContaining({
          start: expect.any(Number),
          end: expect.any(Number),
          source_id: expect.any(String),
          clip_heading: expect.stringMatching(/^\p{Lu}.{5,60}$/u),
        }),
      }),
    );
    const passages = talk();
    expect(typesOf(withCitationChips(of(passages), passages))).toContain('clip');
  });
  it.each([
    ['a talk', talk()],
    ['a page', chinese()],
  ])('of %s has prompts for the author, and answers with positions below', (_, passages) => {
    const { content } = withCitationChips(
      post(blogIdeasOffline({ passages })[0]?.title ?? '', passages).content,
      passages,
    );
    const asked = (content ?? [])
      .filter((it) => it.type === 'question')
      .map((it) => question.read(it.attrs).compAttrs);
    const answers = content?.find((it) => it.type === 'toggle')?.content ?? [];
    expect(asked.length).toBeGreaterThan(0);
    expect(answers).toHaveLength(asked.length);
    for (const [at, { question: gapped, options, answer }] of asked.entries()) {
      const answerText = docText({ type: 'doc', content: [answers[at] ?? {}] });
      expect(options.length).toBeGreaterThanOrEqual(3);
      expect(answerText.toLowerCase()).toContain(
        gapped.replaceAll('_____', options[answer] ?? '').toLowerCase(),
      );
      expect(options.filter((it) => answerText.toLowerCase().includes(it.toLowerCase()))).toEqual([
        options[answer],
      ]);
      expect(answers[at]?.content?.map((it) => it.type)).toContain('place');
    }
  });
  it('has marks that link to positions', () => {
    const passages = talk();
    const placed = withCitationChips(
      post('How honey bees talk: the key points', passages).content,
      passages,
    );
    expect(JSON.stringify(placed)).toContain('"type":"place"');
    expect(docText(placed)).not.toMatch(/\[\d\]/);
  });
});
