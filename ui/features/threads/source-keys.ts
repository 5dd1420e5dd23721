import { useEffect, useEffectEvent } from 'react';
import type { Source } from '#core/contract/source.ts';
import { useShortcutActions } from '#ui/kit/palette.ts';
import { takesSingleKey } from '#ui/kit/single-keys.ts';

/** `[` and `]` go to the previous and next source. */
export function useSourceKeys(
  sources: readonly Source[],
  currentId: string | undefined,
  view: (id: string) => void,
): void {
  const go = (step: 1 | -1) => {
    const at = sources.findIndex((it) => it._id === currentId);
    const to = sources[(at + step + sources.length) % sources.length];
    if (to && to._id !== currentId) view(to._id);
  };
  const onStep = useEffectEvent(go);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const step = event.key === '[' ? -1 : event.key === ']' ? 1 : 0;
      if (step !== 0 && takesSingleKey(event)) onStep(step);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  const hasOthers = sources.length > 1;
  useShortcutActions({
    previousSource: hasOthers ? () => go(-1) : undefined,
    nextSource: hasOthers ? () => go(1) : undefined,
  });
}
