import { createElement } from 'react';
import { render } from 'ink';
import type { SourceId } from '#core/contract/id.ts';
import { isSettled, Source } from '#core/contract/source.ts';
import type { Context } from './command.ts';
import { sourceLine } from './render/source-line.ts';
import { SourceList } from './render/source-list.ts';

/** Follows sources of a thread until all are settled: a live view for a person, a line for each that settles otherwise. */
export async function watchSources({ out, api, signal }: Context, threadId: string, first: readonly Source[]): Promise<Source[]> {
  const server = await api();
  const sources = new Map<SourceId, Source>(first.map((source) => [source._id, source]));
  const startedAt = Date.now();
  const view = () => createElement(SourceList, { sources: [...sources.values()], startedAt, now: Date.now() });
  const screen = out.live ? render(view()) : undefined;
  const told = new Set<SourceId>();
  const tell = (source: Source): void => {
    if (!isSettled(source.status) || told.has(source._id)) return;
    told.add(source._id);
    out.record(source);
    if (!screen) out.line(sourceLine(source));
  };
  const tick = screen ? setInterval(() => screen.rerender(view()), 1000) : undefined;
  try {
    first.forEach(tell);
    if (told.size < sources.size) {
      const stop = new AbortController();
      const either = AbortSignal.any([signal, stop.signal]);
      const events = server.events(`threads/${threadId}/events`, { signal: either });
      // What settled before the stream opened is asked for once.
      for (const id of sources.keys()) {
        const now = await server.get(`sources/${id}`, Source);
        sources.set(id, now);
        tell(now);
      }
      if (told.size < sources.size) {
        for await (const { event, data } of events) {
          if (event !== 'source') continue;
          const source = Source.parse(JSON.parse(data));
          if (!sources.has(source._id)) continue;
          sources.set(source._id, source);
          tell(source);
          screen?.rerender(view());
          if (told.size === sources.size) break;
        }
      }
      stop.abort();
    }
  } finally {
    clearInterval(tick);
    screen?.rerender(view());
    screen?.unmount();
  }
  return [...sources.values()];
}
