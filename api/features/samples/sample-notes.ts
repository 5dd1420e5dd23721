import type { JSONContent } from '@tiptap/core';
import type { Answer } from '#core/contract/ask.ts';
import { positionOf } from '#core/contract/locator.ts';
import { locateQuote, type ReadSource } from './locate-quote.ts';

const text = (value: string): JSONContent => ({ type: 'text', text: value });
const paragraph = (...content: JSONContent[]): JSONContent => ({ type: 'paragraph', content });
const heading = (value: string): JSONContent => ({
  type: 'heading',
  attrs: { level: 2 },
  content: [text(value)],
});
const bullets = (...lines: JSONContent[][]): JSONContent => ({
  type: 'bulletList',
  content: lines.map((line) => ({ type: 'listItem', content: [paragraph(...line)] })),
});

function chip(source: ReadSource, quote: string): JSONContent[] {
  const at = locateQuote(source, quote);
  return at
    ? [
        {
          type: 'place',
          attrs: {
            source_id: source.id,
            medium: at.medium,
            place: positionOf(at),
            quote: at.quote,
          },
        },
      ]
    : [];
}

/**
 * A clip of any medium; undefined if its text is not in the source. `_id` is fixed, so that a
 * second run adds nothing.
 */
function clip(_id: string, source: ReadSource, quote: string, title = ''): JSONContent[] {
  const at = locateQuote(source, quote);
  if (!at) return [];
  const shared = { _id, source_id: source.id, createdAt: new Date().toISOString() };
  if (at.medium === 'timed')
    return [
      {
        type: 'clip',
        attrs: {
          ...shared,
          start: at.startS,
          end: at.endS,
          clip_text: at.quote,
          clip_heading: title,
        },
      },
    ];
  if (at.medium === 'paged') {
    return [
      {
        type: 'pdf-clip',
        attrs: {
          ...shared,
          text: at.quote,
          highlightAreas: (at.rects ?? []).map((rect) => ({
            pageIndex: at.page - 1,
            left: rect.x * 100,
            top: rect.y * 100,
            width: rect.width * 100,
            height: rect.height * 100,
          })),
        },
      },
    ];
  }
  return [{ type: 'web-clip', attrs: { ...shared, text: at.quote, paragraph: at.paragraph } }];
}

/** A draft of a post from the lecture. */
function post(lecture: ReadSource): JSONContent {
  const quoted = locateQuote(lecture, 'The test is not a measurement of learning');
  const quote =
    quoted?.medium === 'timed'
      ? [
          {
            type: 'quote',
            attrs: {
              _id: 'sample-quote',
              compAttrs: {
                context: quoted.quote,
                speaker: lecture.title,
                timestamp: quoted.startS,
                source_id: lecture.id,
              },
            },
          },
        ]
      : [];
  const gist = 'Reading again feels like learning. Trying to recall is what makes it last.';
  return {
    type: 'blog',
    attrs: {
      _id: 'sample-post',
      blog_title: 'Close the book, then say what it said',
      source_id: lecture.id,
      tags: ['memory', 'learning'],
      description: gist,
      metadata: { gist },
      createdAt: new Date().toISOString(),
    },
    content: [
      paragraph(
        text(
          'A page that has been read twice looks familiar, and what looks familiar seems to be known. A week later most of it is gone.',
        ),
      ),
      ...quote,
      paragraph(
        text('So close the book and try. What does not come back is what to read again. '),
        ...chip(lecture, 'after a week it was the other way round'),
      ),
      {
        type: 'question',
        attrs: {
          _id: 'sample-question',
          compAttrs: {
            question: 'What keeps more after a week?',
            options: ['Reading once more', 'Trying to recall', 'Underlining'],
            answer: 1,
          },
        },
      },
    ],
  };
}

export interface SampleSources {
  lecture: ReadSource;
  guide: ReadSource;
  curve: ReadSource;
  schedule: ReadSource;
}

/** Returns the notes of the sample thread, with positions in the processed sources. */
export function sampleNotes(
  { lecture, guide, curve, schedule }: SampleSources,
  answer: Answer,
): JSONContent[] {
  return [
    heading('What I want to keep'),
    paragraph(
      text(
        'A lecture, a guide and two pages about remembering. Every chip opens the second, the page or the paragraph it names. Try one: ',
      ),
      ...chip(lecture, 'The test is not a measurement of learning'),
    ),
    bullets(
      [
        text('Rereading feels like knowing. It is not. '),
        ...chip(lecture, 'That feeling is fluency'),
      ],
      [
        text('Recalling once beats reading again, after a week. '),
        ...chip(guide, 'After a week the order was reversed'),
      ],
      [
        text('A gap that is too short costs more than one that is too long. '),
        ...chip(schedule, 'A gap that is too long costs little'),
      ],
    ),
    heading('Clips'),
    ...clip(
      'sample-clip-lecture',
      lecture,
      'after a week it was the other way round',
      'Testing wins after a week',
    ),
    ...clip('sample-clip-guide', guide, 'Reviewing too early loses a great deal'),
    ...clip('sample-clip-curve', curve, 'He measured savings'),
    heading('A question, answered from the four sources'),
    {
      type: 'ai-chat',
      attrs: {
        _id: 'sample-answer',
        question: answer.question,
        answer: answer.answer,
        citations: answer.citations,
        model: answer.model,
        sources: answer.sources,
        timeTaken: answer.timeTaken,
        isAnswerGenerated: true,
      },
    },
    heading('A post, to be finished and published'),
    post(lecture),
    paragraph(text('These are your notes: write anywhere, in as many windows as you like.')),
  ];
}
