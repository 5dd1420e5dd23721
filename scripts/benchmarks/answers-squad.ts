/**
 * SQuAD questions, each over its article: whether passages cited by the offline assistant contain a
 * gold answer, and whether every citation leads to its text.
 */
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { createAnswerEngine } from '../../api/answer/engine.ts';
import { chatThread } from '../../api/features/ask/ai-features/chat/feature.ts';
import type { AskedSource } from '../../api/answer/retrieve.ts';
import { WORD_LANGUAGES, wordsOf } from '../../api/answer/offline/words.ts';
import { openPassageIndex } from '../../api/answer/testing/passage-index.ts';
import { createLog } from '#config/log.ts';
import type { Citation } from '#core/contract/ask.ts';
import { SourceId, UserId } from '#core/contract/id.ts';
import { chunkSnapshot } from '#pipeline/stages/chunker.ts';
import { evalData } from './lib/retrieval.ts';
import type { Row } from './lib/table.ts';

const SAMPLE = 1_000;
/** Number of questions that are also asked over another article. */
const ABSENT_SAMPLE = 250;
const SEED = 20_260_101;
const Paragraph = z.object({ id: z.string(), title: z.string(), text: z.string() });
const Question = z.object({
  id: z.string(),
  text: z.string(),
  answers: z.array(z.object({ text: z.string() })),
  doc: z.string(),
});
type Question = z.infer<typeof Question>;
interface Article {
  source: AskedSource;
  paragraphs: z.infer<typeof Paragraph>[];
}

async function read<T>(file: string, schema: z.ZodType<T>): Promise<T[]> {
  const out: T[] = [];
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) }))
    if (line !== '') out.push(schema.parse(JSON.parse(line)));
  return out;
}

/** A deterministic sample. */
function sampled(questions: readonly Question[], count: number): Question[] {
  let state = SEED;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return questions
    .map((it) => ({ it, order: next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ it }) => it);
}

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();
const REFUSALS = WORD_LANGUAGES.map((it) => wordsOf(it).nothing);
const isRefusal = (text: string): boolean => REFUSALS.some((it) => text.startsWith(it));
const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Undefined without the data. `all`: every question; by default a sample. */
export async function squadRows(
  set: string,
  { all }: { all: boolean },
): Promise<Row[] | undefined> {
  const data = join(evalData(), 'retrieval', set);
  if (!existsSync(data)) return undefined;
  const [paragraphs, every] = await Promise.all([
    read(join(data, 'corpus.jsonl.gz'), Paragraph),
    read(join(data, 'queries.jsonl.gz'), Question),
  ]);
  const questions = all ? every : sampled(every, SAMPLE);
  const language = /-([a-z]{2})$/.exec(set)?.[1] ?? 'en';
  const index = openPassageIndex();
  const ownerId = UserId.parse(uuid());
  const articles = new Map<string, Article>();
  for (const [title, held] of Map.groupBy(paragraphs, (it) => it.title)) {
    const source: AskedSource = {
      _id: SourceId.parse(uuid()),
      title,
      medium: 'flow',
      sourceType: 'web',
      language,
    };
    await index.put(
      ownerId,
      source,
      chunkSnapshot(
        {
          medium: 'flow',
          title,
          language,
          segments: held.map(({ text }, at) => ({
            text,
            role: 'text',
            at: { medium: 'flow', paragraph: at + 1 },
          })),
        },
        { sourceId: source._id, version: 1 },
      ),
    );
    for (const { id } of held) articles.set(id, { source, paragraphs: held });
  }
  const engine = createAnswerEngine({
    ...index,
    settings: { provider: { apiKey: undefined, baseUrl: undefined, models: {} } },
    fetch,
    log: createLog('error'),
  });
  const ask = async (question: string, source: AskedSource) => {
    let text = '';
    const index: Record<string, string> = {};
    const citations: Citation[] = [];
    for await (const event of engine.answer(chatThread, {
      question,
      model: 5,
      ownerId,
      sources: [source],
      signal: new AbortController().signal,
    })) {
      if (event.event === 'message') text += event.data;
      else if (event.event === 'index') Object.assign(index, event.data);
      else if (event.event === 'citations') citations.push(...event.data);
    }
    return { text, index, citations };
  };
  const sources = [...new Set([...articles.values()].map((it) => it.source))];
  const sum = {
    refused: 0,
    absentRefused: 0,
    absent: 0,
    firstSentence: 0,
    any: 0,
    first: 0,
    sentence: 0,
    marks: 0,
    resolved: 0,
    citations: 0,
    quoted: 0,
    partly: 0,
  };
  const from = performance.now();
  for (const question of questions) {
    const article = articles.get(question.doc);
    if (!article) continue;
    const { text, index, citations } = await ask(question.text, article.source);
    sum.refused += Number(isRefusal(text));
    const other = sources[(sources.indexOf(article.source) + 1) % sources.length];
    if (other && sum.absent < ABSENT_SAMPLE) {
      sum.absent += 1;
      sum.absentRefused += Number(isRefusal((await ask(question.text, other)).text));
    }
    const gold = question.answers.map((it) => squeezed(it.text));
    const holds = (passage: string) => gold.some((answer) => squeezed(passage).includes(answer));
    const paragraphOf = (place: string | undefined): string =>
      place?.endsWith(`:${article.source._id}`)
        ? (article.paragraphs[Number.parseInt(place, 10) - 1]?.text ?? '')
        : '';
    const marks = [...text.matchAll(/\[(\d+)\]/g)].map((it) => it[1] ?? '');
    sum.marks += marks.length;
    sum.resolved += marks.filter((mark) => paragraphOf(index[mark]) !== '').length;
    sum.citations += citations.length;
    sum.partly += citations.filter((it) => it.support !== 'supported').length;
    sum.quoted += citations.filter(
      ({ mark, locator }) =>
        locator.medium === 'flow' &&
        paragraphOf(index[String(mark)]).slice(locator.start, locator.end) === locator.quote,
    ).length;
    if (marks.some((mark) => holds(paragraphOf(index[mark])))) sum.any += 1;
    if (holds(paragraphOf(index[marks[0] ?? '']))) sum.first += 1;
    if (holds(text.split(/ ?\[\d+\]/)[0] ?? '')) sum.firstSentence += 1;
    if (citations.some((it) => holds(it.locator.quote))) sum.sentence += 1;
  }
  const tookS = (performance.now() - from) / 1000;
  await index.close();
  const asked = questions.length;
  return [
    {
      set,
      questions: asked,
      'gold in a cited passage': share(sum.any, asked),
      'in the first': share(sum.first, asked),
      'in a cited sentence': share(sum.sentence, asked),
      'in the first sentence': share(sum.firstSentence, asked),
      refused: share(sum.refused, asked),
      'absent, refused': share(sum.absentRefused, sum.absent),
      'marks an answer': share(sum.marks, asked),
      'marks that resolve': share(sum.resolved, sum.marks),
      'marks not shown as supported': share(sum.partly, sum.citations),
      'quotes not in their source': sum.citations - sum.quoted,
      'answers/s': asked / tookS,
    },
  ];
}
