/** Requests of questions in the notes, each to the endpoint that answers it. Pure. */
import { NOTE_TYPES, type NoteType } from '#core/contract/ask.ts';
import type { Guide } from '#core/contract/guides.ts';
import { SourceId } from '#core/contract/id.ts';
import type { BlockLocator } from '#core/editor/block-locator.ts';
import type { AiRequest } from '#core/editor/ai-request.ts';
import { askTexts as texts } from '../texts/ask.ts';

/** `question`: the heading of the answer. */
export interface AskedQuestion {
  question: string;
  request: AiRequest;
}
/** The subject of a question: text, and its position in a source for a clip. */
export interface QuestionSubject {
  words: string;
  place?: BlockLocator | undefined;
}

/** The model of clips and chat blocks. */
const CLIP_MODEL = 3;
/** The server's maximum text length. */
const MOST_CHARACTERS = 20_000;
const EXCERPT = 80;

const excerpt = (words: string): string => {
  const line = words.replace(/\s+/g, ' ').trim();
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT).replace(/\s\S*$/, '')}…` : line;
};
/** A document can name anything as a source. */
const ids = (from: readonly string[]): SourceId[] =>
  from.flatMap((id) => SourceId.safeParse(id).data ?? []);

function clipBody(
  { words, place }: QuestionSubject,
  selected: readonly string[],
): AiRequest['body'] {
  if (!place) return { model: CLIP_MODEL, sources: ids(selected) };
  const { sourceId, locator } = place;
  const [source_id] = ids([sourceId]);
  const source = {
    model: CLIP_MODEL,
    content: words.slice(0, MOST_CHARACTERS),
    ...(source_id && { source_id }),
    sources: ids([sourceId, ...selected.filter((id) => id !== sourceId)]),
  };
  if (locator.medium === 'timed') return { ...source, start: locator.startS, end: locator.endS };
  return locator.medium === 'paged'
    ? { ...source, page: locator.page }
    : { ...source, paragraph: locator.paragraph };
}
const ofPage = ({ place }: QuestionSubject): boolean => place?.locator.medium === 'paged';

/** A typed question. */
export function questionAbout(
  question: string,
  about: QuestionSubject,
  selected: readonly string[],
): AskedQuestion {
  const body = clipBody(about, selected);
  if (about.place)
    return {
      question,
      request: {
        path: ofPage(about) ? 'ai/v2/chat/pdf-clip' : 'ai/v2/chat/clip',
        body: { ...body, user_query: question },
      },
    };
  return {
    question,
    request: {
      path: 'ai/v2/chat/thread',
      body: {
        ...body,
        feature_type: 1,
        user_query: `${question}\n\n${texts.aboutText(about.words)}`.slice(0, MOST_CHARACTERS),
      },
    },
  };
}

/** A general prompt. */
export function promptAbout(
  guide: Guide,
  about: QuestionSubject,
  selected: readonly string[],
): AskedQuestion {
  const question = texts.promptAbout(guide.title, excerpt(about.words));
  const body = { ...clipBody(about, selected), question };
  return {
    question,
    request: {
      path: `ai/v2/predefined/prompts/${guide.id}`,
      body: about.place
        ? body
        : { ...body, user_query: texts.aboutText(about.words).slice(0, MOST_CHARACTERS) },
    },
  };
}

/** A prompt about clips. */
export function clipPromptAbout(
  guide: Guide,
  about: QuestionSubject,
  selected: readonly string[],
): AskedQuestion {
  const question = texts.promptAbout(guide.title, excerpt(about.words));
  return {
    question,
    request: {
      path: `ai/v2/predefined/${ofPage(about) ? 'pdf-child' : 'child'}/${guide.id}`,
      body: { ...clipBody(about, selected), question },
    },
  };
}

/** A follow-up in the same conversation: `root` is the block that started it. */
export function followUp(
  call: { path: string; question: string; body: Readonly<Record<string, unknown>> },
  { root, sources }: { root: string; sources: readonly string[] },
): AskedQuestion {
  const { user_query, content } = call.body;
  const words = (value: unknown) =>
    typeof value === 'string' ? value.slice(0, MOST_CHARACTERS) : undefined;
  const [query, answer] = [words(user_query), words(content)];
  return {
    question: call.question,
    request: {
      path: call.path,
      body: {
        model: CLIP_MODEL,
        sources: ids(sources),
        thread_node_id: root,
        question: call.question,
        ...(query !== undefined && { user_query: query }),
        ...(answer !== undefined && { content: answer }),
      },
    },
  };
}

export function notesRequest(
  name: NoteType,
  { selected, model }: { selected: readonly string[]; model: number },
): AiRequest {
  const id = NOTE_TYPES.find((it) => it.name === name)?.id ?? NOTE_TYPES[0].id;
  return {
    path: `ai/v2/notes/${id}`,
    body: { model, sources: ids(selected), note_type: name, note_title: name },
  };
}

/** Without sources the server uses the thread's videos. */
export const summaryRequest = (sources: readonly string[]): AiRequest => ({
  path: 'summarize-video/7',
  body: { model: CLIP_MODEL, sources: ids(sources) },
});
