import { useEffect } from 'react';
import type { Source } from '#core/contract/source.ts';
import { takesSingleKey } from '#ui/kit/single-keys.ts';

/** `[` and `]` go to the previous and next source. */
export function useSourceKeys(
  sources: readonly Source[],
  currentId: string | undefined,
  view: (id: string) => void,
): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const step = event.key === '[' ? -1 : event.key === ']' ? 1 : 0;
      if (step === 0 || !takesSingleKey(event)) return;
      const to =
        sources[
          (sources.findIndex((it) => it._id === currentId) + step + sources.length) % sources.length
        ];
      if (to && to._id !== currentId) view(to._id);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [sources, currentId, view]);
}
