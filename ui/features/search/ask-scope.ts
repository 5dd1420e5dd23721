/** The scope of a question from the search page: the filters of the search, without its words. */
import { ThreadId } from '#core/contract/id.ts';
import type { LibraryScope } from '#core/contract/ask.ts';
import { parseSearch } from '#core/text/search-query.ts';
import type { Search } from './search-address.ts';
import { searchTexts as texts } from './texts.ts';

const DAY_MS = 86_400_000;
/** `before:` excludes its day. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
const quoted = (value: string): string => (/\s/.test(value) ? `"${value}"` : value);

export function askScope(search: Omit<Search, 'in'>): {
  question: string;
  scope: LibraryScope;
  text: string;
} {
  const { q, threadId, tag, channel, from, to } = search;
  const { words, conditions } = parseSearch(q);
  const thread = ThreadId.safeParse(threadId);
  if (thread.success)
    return { question: words, scope: { threads: [thread.data] }, text: texts.askIn.thread };
  const operators = [
    ...conditions.filter((it) => it.operator !== 'in').map((it) => q.slice(it.start, it.end)),
    ...(tag ? [`tag:${quoted(tag)}`] : []),
    ...(channel ? [`site:${quoted(channel)}`] : []),
    ...(from ? [`after:${from}`] : []),
    ...(to ? [`before:${dayAfter(to)}`] : []),
  ].join(' ');
  return operators === ''
    ? { question: words, scope: { all: true }, text: texts.askIn.all }
    : { question: words, scope: { search: operators }, text: texts.askIn.search(operators) };
}
