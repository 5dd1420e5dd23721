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
import { positionLabel, positionOf } from '#core/contract/locator.ts';
import type { CliCommand } from '../command.ts';
import { createAnswerText } from '../render/answer-text.ts';
import { truncate } from '../render/terminal-cells.ts';
import { oneLine, paint, plain, type Output } from '../render/output.ts';
import type { Api } from '#api/client/client.ts';
import { passageLink } from '#api/client/passage-link.ts';
import {
  asksLibrary,
  questionTo,
  type Question,
  type QuestionScope,
} from '#api/client/question.ts';

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

/** `--source A B what is it`: words that aren't ids belong to the question. */
function split(words: readonly string[], given: unknown): { question: string; ids: SourceId[] } {
  const named = Array.isArray(given) ? given.map(String) : [];
  const isId = (text: string): text is SourceId => SourceId.safeParse(text).success;
  return {
    question: [...words, ...named.filter((it) => !isId(it))].join(' ').trim(),
    ids: named.filter(isId),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const collected = (tag: string, before: readonly string[] = []): string[] => [...before, tag];

export const ask: CliCommand = {
  describe: (program) =>
    program
      .command('ask')
      .argument('[question...]', 'what you want to know')
      .description('Ask a question; prints a cited answer from a thread or the library')
      .option('-t, --thread <thread>', 'thread by title, address or id (default: the newest)')
      .option('--source <id...>', 'only these sources of the thread')
      .option('--library', 'the whole library')
      .option('--tag <tag>', 'sources with this tag; repeat it for several', collected)
      .option('--search <query>', 'sources that a search finds, like folder:"Work/Reading"')
      .option('--model <n>', 'a model id, 0 to 8', parseModel, DEFAULT_MODEL)
      .addHelpText(
        'after',
        `
Of --tag, --search and --thread together, everything that one of them names is asked. Answers from
the library are kept in no thread.

Examples:
  gloss ask "why do otters hold hands?" --thread "My reading"
  gloss ask --library "what have I read about sleep?"
  gloss ask --tag memory --search 'folder:"Work/Reading" after:2026-01' what is spacing
  gloss ask what is a raft > answer.md`,
      ),
  async run({ out, api, signal }, words, options) {
    const { question: text, ids } = split(words, options['source']);
    if (text === '') {
      out.problem('Ask something: gloss ask "what is a raft?"');
      return 2;
    }
    const scope: QuestionScope = {
      thread: isText(options['thread']) ? options['thread'] : undefined,
      sources: ids.length > 0 ? ids : undefined,
      library: options['library'] === true,
      tags: Array.isArray(options['tag']) ? options['tag'].filter(isText) : [],
      search: isText(options['search']) ? options['search'].trim() : '',
    };
    if (asksLibrary(scope) && ids.length > 0) {
      out.problem('--source narrows a thread. Leave out --library, --tag and --search.');
      return 2;
    }
    const server = await api();
    const question = await questionTo(server, { text, model: options['model'], scope });
    const { thread } = question;
    if (thread && scope.thread === undefined)
      out.note(paint('dim', `Asking “${oneLine(thread.title)}”`, process.stderr));
    if (thread && question.sources.length === 0)
      throw new Fault('no_source_selected', {
        message: `“${oneLine(thread.title)}” has no sources. Add one: gloss add URL --thread "${oneLine(thread.title)}"`,
      });
    const isFinished = await printAnswer(out, server, question);
    if (signal.aborted) return 130;
    if (!isFinished) throw new Fault('interrupted');
    return 0;
  },
};

/** Prints the answer as it streams. Returns whether it is complete. */
async function printAnswer(out: Output, server: Api, question: Question): Promise<boolean> {
  const text =
    out.columns === undefined
      ? { push: plain, end: () => '' }
      : createAnswerText(Math.min(MOST_COLUMNS, out.columns));
  const citations: Citation[] = [];
  let isFinished = false;
  let hasBegun = false;
  for await (const { event, data } of server.events(question.path, { body: question.body })) {
    const it = parseAnswerEvent(event, data);
    if (!it) continue;
    out.record(it);
    if (it.event === 'message') {
      out.write(text.push(it.data));
      hasBegun = true;
    } else if (it.event === 'citations') citations.push(...it.data);
    else if (it.event === 'error') {
      if (hasBegun) out.line(text.end());
      throw new Fault(FaultCode.safeParse(it.data.code).data ?? 'provider_failed', {
        message: it.data.message,
      });
    } else if (it.event === 'done') {
      isFinished = true;
      out.line(text.end());
      if (citations.length > 0) out.line();
      for (const citation of citations) printCitation(out, server, citation, question.thread?.url);
      if (it.data.model === 'offline')
        out.note(paint('dim', 'Offline assistant: sentences from your sources.', process.stderr));
    }
  }
  if (hasBegun && !isFinished) out.line(text.end());
  return isFinished;
}

function printCitation(
  out: Output,
  server: Api,
  citation: Citation,
  threadUrl: string | undefined,
): void {
  const { mark, title, locator, source_id, thread_url } = citation;
  const label = `${positionLabel(locator.medium, positionOf(locator))}${SUPPORT_NOTES[supportOfCitation(citation)]}`;
  const name =
    out.columns === undefined
      ? oneLine(title)
      : truncate(oneLine(title), out.columns - label.length - 9);
  out.line(`${paint('cyan', `[${mark}]`)} ${name} ${paint('dim', `· ${label}`)}`);
  if (!server.hosted)
    out.line(
      `    ${paint('dim', passageLink(server, source_id, locator, threadUrl ?? thread_url))}`,
    );
}
