import { z } from 'zod';
import type { Citation } from '#core/contract/ask.ts';
import {
  CompareBody,
  NOT_STATED,
  type CompareCell,
  type CompareContradiction,
  type CompareEvent,
} from '#core/contract/compare.ts';
import { toFault } from '#core/contract/faults.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import { conflictingFigures } from '../../../../answer/conflicting-figures.ts';
import type { TextFeature } from '../../../../answer/contract.ts';
import { quoteOffline } from '../../../../answer/offline/answer.ts';
import { verifiedText } from '../../../../answer/verified-text.ts';
import { route, type Route } from '../../../../http/route.ts';
import { openEvents, type EventSink } from '../../../../http/sse.ts';
import type { WrittenText } from '../../answer-service.ts';
import type { AiFeatureModule, AiFeaturePorts } from '../ai-feature.ts';
import { comparisonCsv, comparisonMarkdown } from './table.ts';

const compareCell: TextFeature = {
  name: 'compare',
  prompt: new URL('cell.md', import.meta.url),
  task: 'answer',
  gather: 'question',
  isStrict: true,
  offline: ({ question, passages }) => quoteOffline(question, passages),
};
/** A file is sent when the table is complete. */
const CompareQuery = z.object({ format: z.enum(['events', 'csv', 'md']).default('events') });

const compareRoute = ({ answerService, asked }: AiFeaturePorts): Route =>
  route({
    method: 'post',
    path: 'ai/v2/compare',
    summary:
      'Asks each source the same questions: streams `cell` for each, then `contradiction` for each pair of different numbers or dates, and `done`; or gives the table as a file',
    query: CompareQuery,
    body: CompareBody,
    response: 'text/event-stream',
    async handle({ user, query: { format }, body, koa, signal }) {
      const startedAt = performance.now();
      const thread = await asked.thread(user._id, body.thread_id);
      const sources = await asked.readable(thread, body.sources);
      const questions = [...new Set(body.questions)];
      const places = questions.flatMap((question) =>
        sources.map((source) => ({ question, source })),
      );
      const cells: CompareCell[] = [];
      const contradictions = () => contradictionsOf(questions, sources, cells);
      let sink: EventSink | undefined;
      const send = ({ event, data }: CompareEvent) => {
        if (format === 'events') (sink ??= openEvents(koa)).send(event, data);
      };
      try {
        const { left, model } = await answerService.writeAll(
          { user, signal },
          places.map(({ question, source }) => ({
            thread,
            feature: compareCell,
            sources: [source],
            model: body.model,
            question,
          })),
          questions.length,
          (at, written) => {
            const cell = cellOf(places[at] as (typeof places)[number], written);
            cells.push(cell);
            send({ event: 'cell', data: cell });
          },
        );
        if (format !== 'events') {
          const table = { questions, sources, cells, contradictions: contradictions() };
          koa.type = format === 'csv' ? 'text/csv' : 'text/markdown';
          koa.body = format === 'csv' ? comparisonCsv(table) : comparisonMarkdown(table);
          koa.attachment(`comparison.${format}`);
          return;
        }
        for (const data of contradictions()) send({ event: 'contradiction', data });
        send({ event: 'ai_usage', data: { usage_left: left } });
        const timeTaken = Math.round(performance.now() - startedAt);
        send({ event: 'done', data: { timeTaken, model } });
      } catch (error) {
        if (!sink) throw error;
        const { code, message } = toFault(error);
        send({ event: 'error', data: { code, message } });
      }
      sink?.end();
    },
  });

function cellOf(
  { question, source }: { question: string; source: SourceRow },
  written: WrittenText,
): CompareCell {
  const { text, citations } = verifiedText(written.text, written.citations);
  const place = { source_id: source.id, question };
  return citations.length === 0
    ? { ...place, text: NOT_STATED, citations: [], support: null }
    : { ...place, text, citations, support: 'supported' };
}

/** Finds cells of a question that quote different sources with different numbers or dates. */
function contradictionsOf(
  questions: readonly string[],
  sources: readonly SourceRow[],
  cells: readonly CompareCell[],
): CompareContradiction[] {
  return questions.flatMap((question) => {
    const statements = sources.flatMap(({ id, facts }) =>
      cells
        .filter((it) => it.question === question && it.source_id === id)
        .flatMap((it) => it.citations)
        .map((citation) => ({
          citation,
          sourceId: id,
          text: citation.locator.quote,
          language: facts.language ?? 'und',
        })),
    );
    return conflictingFigures(statements).map(({ about, statements: [one, other] }) => ({
      question,
      about,
      statements: [one.citation, other.citation] satisfies [Citation, Citation],
    }));
  });
}

/** A table of sources and questions, whose cells are verified. */
export const compare: AiFeatureModule = {
  features: [compareCell],
  routes: (ports) => [compareRoute(ports)],
};
