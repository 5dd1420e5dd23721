import { InvalidArgumentError } from 'commander';
import { parseAnswerEvent } from '#core/contract/answer-event.ts';
import {
  DEFAULT_MODEL,
  supportOfCitation,
  type Citation,
  type CitationSupport,
} from '#core/contract/ask.ts';
import { Fault, FaultCode } from '#core/contract/faults.ts';
import { SourceId } from '#core/contract/id.ts';
import { positionLabel, positionOf, locatorQuery } from '#core/contract/locator.ts';
import type { CliCommand } from '../command.ts';
import { createAnswerText } from '../render/answer-text.ts';
import { cut } from '../render/fit.ts';
import { oneLine, paint, plain } from '../render/output.ts';
import { threadOrNewest } from '#api/client/thread-called.ts';

const MOST_COLUMNS = 100;
const SUPPORT_NOTES: Readonly<Record<CitationSupport, string>> = {
  supported: '',
  partly: ' · partly supported',
  unchecked: ' · not checked',
};

function parseModel(text: string): number {
  if (!/^[0-8]$/.test(text)) throw new InvalidArgumentError('It must be a model id, 0 to 8.');
  return Number(text);
}

/** `--source A B what is it`: words that are not ids belong to the question. */
function split(words: readonly string[], given: unknown): { question: string; ids: string[] } {
  const named = Array.isArray(given) ? given.map(String) : [];
  const isId = (text: string) => SourceId.safeParse(text).success;
  return {
    question: [...words, ...named.filter((it) => !isId(it))].join(' ').trim(),
    ids: named.filter(isId),
  };
}

export const ask: CliCommand = {
  describe: (program) =>
    program
      .command('ask')
      .argument('[question...]', 'what you want to know')
      .description('Ask a question; prints a cited answer from the sources of a thread')
      .option('-t, --thread <thread>', 'thread by title, address or id (default: the newest)')
      .option('--source <id...>', 'only these sources of the thread')
      .option('--model <n>', 'a model id, 0 to 8', parseModel, DEFAULT_MODEL)
      .addHelpText(
        'after',
        '\nExamples:\n  gloss ask "why do otters hold hands?" --thread "My reading"\n  gloss ask what is a raft > answer.md',
      ),
  async run({ out, api, signal }, words, options) {
    const { question, ids } = split(words, options['source']);
    if (question === '') {
      out.problem('Ask something: gloss ask "what is a raft?"');
      return 2;
    }
    const server = await api();
    const thread = await threadOrNewest(server, options['thread']);
    if (options['thread'] === undefined)
      out.note(paint('dim', `Asking “${oneLine(thread.title)}”`, process.stderr));
    const sources = ids.length > 0 ? ids : thread.thread_sources.map((it) => it.source);
    if (sources.length === 0)
      throw new Fault('no_source_selected', {
        message: `“${oneLine(thread.title)}” has no sources. Add one: gloss add URL --thread "${oneLine(thread.title)}"`,
      });
    const text =
      out.columns === undefined
        ? { push: plain, end: () => '' }
        : createAnswerText(Math.min(MOST_COLUMNS, out.columns));
    const citations: Citation[] = [];
    let finished = false;
    let begun = false;
    for await (const { event, data } of server.events('ai/v2/chat/thread', {
      body: {
        thread_id: thread._id,
        model: options['model'],
        sources,
        user_query: question,
        feature_type: 1,
      },
    })) {
      const it = parseAnswerEvent(event, data);
      if (!it) continue;
      out.record(it);
      if (it.event === 'message') {
        out.write(text.push(it.data));
        begun = true;
      } else if (it.event === 'citations') citations.push(...it.data);
      else if (it.event === 'error') {
        if (begun) out.line(text.end());
        throw new Fault(FaultCode.safeParse(it.data.code).data ?? 'provider_failed', {
          message: it.data.message,
        });
      } else if (it.event === 'done') {
        finished = true;
        out.line(text.end());
        if (citations.length > 0) out.line();
        for (const citation of citations) {
          const { mark, title, locator, source_id } = citation;
          const place = positionOf(locator);
          const label = `${positionLabel(locator.medium, place)}${SUPPORT_NOTES[supportOfCitation(citation)]}`;
          const name =
            out.columns === undefined
              ? oneLine(title)
              : cut(oneLine(title), out.columns - label.length - 9);
          out.line(`${paint('cyan', `[${mark}]`)} ${name} ${paint('dim', `· ${label}`)}`);
          if (!server.hosted)
            out.line(
              `    ${paint('dim', `${server.url}/t/${thread.url}${locatorQuery(source_id, locator.medium, place)}`)}`,
            );
        }
        if (it.data.model === 'offline')
          out.note(paint('dim', 'Offline assistant: sentences from your sources.', process.stderr));
      }
    }
    if (signal.aborted) {
      if (begun) out.line(text.end());
      return 130;
    }
    if (!finished) throw new Fault('interrupted');
    return 0;
  },
};
