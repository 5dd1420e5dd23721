/** Which of a thread's sources the assistant may use. */
import type { Source } from '#core/contract/source.ts';
import { askable, canBeAsked } from './source-state.ts';

export interface SelectionProps {
  sources: readonly Source[];
  unselected: ReadonlySet<string>;
  onChange: (unselected: ReadonlySet<string>) => void;
}

export interface AssistantSources {
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Uses one source and no other. */
  useOnly: (id: string) => void;
  /** how many of the listed sources are used */
  count: number;
  /** Uses all listed sources, or none if all are used; undefined if none can be used. */
  toggleAll: (() => void) | undefined;
  hasAll: boolean;
}

/** `listed`: the sources in a list, by default all. */
export function assistantSources(
  { sources, unselected, onChange }: SelectionProps,
  listed: readonly Source[] = sources,
): AssistantSources {
  const ready = listed.filter(canBeAsked);
  const count = askable(listed, unselected).length;
  const hasAll = ready.length > 0 && count === ready.length;
  const change = (edit: (next: Set<string>) => void) => {
    const next = new Set(unselected);
    edit(next);
    onChange(next);
  };
  return {
    has: (id) => !unselected.has(id),
    toggle: (id) =>
      change((next) => {
        if (!next.delete(id)) next.add(id);
      }),
    useOnly: (id) => onChange(new Set(sources.filter((it) => it._id !== id).map((it) => it._id))),
    count,
    toggleAll:
      ready.length > 0
        ? () =>
            change((next) => {
              for (const { _id } of listed) {
                if (hasAll) next.add(_id);
                else next.delete(_id);
              }
            })
        : undefined,
    hasAll,
  };
}
