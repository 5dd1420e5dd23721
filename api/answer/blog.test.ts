import { describe, expect, it } from 'vitest';
import { docLocators, docText, schemaViolation } from '#core/editor/document.ts';
import { BlogDraft, withCitationChips } from './blog.ts';
import { passages } from './testing/passages.ts';

const paragraph = (...texts: string[]) => ({
  type: 'paragraph',
  content: texts.map((text) => ({ type: 'text', text })),
});
const doc = (...content: object[]) => ({ type: 'doc', content });
const given = passages([
  'Otters hold hands while they sleep.',
  'Bees dance to tell where flowers are.',
]);

describe('a post', () => {
  it('returns nothing when its content does not fit the editor', () => {
    const draft = (content: unknown) =>
      BlogDraft.safeParse({
        idea_title: 'Otters',
        metadata: {},
        description: 'On otters.',
        content,
      });
    expect(draft(doc(paragraph('Hello.'))).success).toBe(true);
    const refused = draft(doc({ type: 'poem', content: [] }));
    expect(refused.error?.issues).toEqual([
      expect.objectContaining({ path: ['content'], message: expect.stringContaining('poem') }),
    ]);
    expect(draft(doc({ type: 'listItem', content: [paragraph('x')] })).success).toBe(false);
  });

  it('links each mark to its position in the source', () => {
    const made = withCitationChips(
      doc(
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Sleep' }] },
        paragraph(
          'Otters hold hands while they sleep [1]. ',
          'And bees dance to tell of flowers [2].',
        ),
      ),
      given,
    );
    expect(schemaViolation(made)).toBeUndefined();
    expect(docLocators(made)).toEqual([
      expect.objectContaining({
        sourceId: given[0]?.sourceId,
        locator: expect.objectContaining({
          medium: 'timed',
          quote: 'Otters hold hands while they sleep.',
        }),
      }),
      expect.objectContaining({ sourceId: given[1]?.sourceId }),
    ]);
    expect(docText(made)).not.toMatch(/\[\d/);
  });

  it('drops marks that cite no passage or an unrelated one, and keeps brackets in code', () => {
    const made = withCitationChips(
      doc(paragraph('Otters hold hands [7]. The stock market fell in spring [2].'), {
        type: 'codeBlock',
        content: [{ type: 'text', text: 'a[1] = 2' }],
      }),
      given,
    );
    expect(docLocators(made)).toEqual([]);
    expect(docText(made)).toBe('Otters hold hands. The stock market fell in spring.\na[1] = 2');
  });

  it('clips exactly what a passage says, with its times', () => {
    const clip = (clip_text: string) => ({
      type: 'clip',
      attrs: { clip_text, clip_heading: 'Sleep', keypoints: ['They hold hands [1].'] },
    });
    const made = withCitationChips(
      doc(clip('Otters hold hands while they sleep. [1]'), clip('Otters fly. [1]')),
      given,
    );
    expect(made.content).toMatchObject([
      {
        type: 'clip',
        attrs: {
          source_id: given[0]?.sourceId,
          start: 10,
          end: 20,
          clip_text: 'Otters hold hands while they sleep.',
          clip_heading: 'Sleep',
          keypoints: ['They hold hands.'],
        },
      },
    ]);
  });

  it('has no quotes that are in no source', () => {
    const quote = (...texts: string[]) => ({
      type: 'blockquote',
      content: texts.map((text) => paragraph(text)),
    });
    const made = withCitationChips(
      doc(
        quote('“Otters hold hands, while they sleep” [1]', '— A keeper'),
        quote('Bees dance to tell [2] — A beekeeper'),
        quote('Otters rule.'),
        quote('Otters are secretly planning to leave the sea for good [1].'),
      ),
      given,
    );
    expect(made.content?.map((node) => node.type)).toEqual([
      'quote',
      'quote',
      'paragraph',
      'paragraph',
    ]);
    expect(made.content?.slice(0, 2).map((node) => node.attrs?.['compAttrs'])).toEqual([
      expect.objectContaining({
        context: '“Otters hold hands, while they sleep”',
        speaker: 'A keeper',
        source_id: given[0]?.sourceId,
      }),
      expect.objectContaining({
        context: 'Bees dance to tell',
        speaker: 'A beekeeper',
        source_id: given[1]?.sourceId,
      }),
    ]);
    expect(docText(made)).toContain('secretly planning');
  });

  it('keeps bold text bold around a mark', () => {
    const made = withCitationChips(
      doc({
        type: 'paragraph',
        content: [
          {
            type: 'text',
            marks: [{ type: 'bold' }],
            text: 'Otters hold hands [1] while they sleep',
          },
        ],
      }),
      given,
    );
    expect(made.content?.[0]?.content?.map((node) => [node.type, node.marks?.[0]?.type])).toEqual([
      ['text', 'bold'],
      ['place', undefined],
      ['text', 'bold'],
    ]);
  });
});
