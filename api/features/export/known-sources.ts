import { publicSource } from '../posts/index.ts';
import type { ThreadSource } from './thread-content.ts';
import { videoIdOf } from './to-markdown.ts';

/** By id, for links. */
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
