import { publicSource } from '../posts/index.ts';
import type { ThreadSource } from './thread-content.ts';
import { videoIdOf } from './to-markdown.ts';

/** By their ids, as links lead to them. */
export const knownSources = (sources: readonly ThreadSource[]) =>
  new Map(
    sources.map(({ row }) => {
      const source = publicSource(row);
      return [
        String(row.id),
        { ...source, videoId: source.videoId ?? videoIdOf({ url: row.url, medium: row.medium }) },
      ] as const;
    }),
  );
