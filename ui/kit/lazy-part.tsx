/**
 * A part of the page whose code loads when it is first shown. Shown as soon as it has loaded,
 * because React keeps the placeholder of a suspended part for a while.
 */
import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { partTexts as texts } from './texts/panes.ts';

/**
 * Runs `load`, again after a failure. `onAway` gets true while the server is unreachable, and false
 * afterwards.
 */
export type LoadAttempts = <T>(
  load: () => Promise<T>,
  onAway: (isAway: boolean) => void,
) => Promise<T>;

export interface LazyPart<P> {
  part(): ComponentType<
    P & {
      /** placeholder until it has loaded */
      waiting: ReactNode;
    }
  >;
  /** called before it is shown */
  bring(): void;
}

export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  attempt: LoadAttempts,
): LazyPart<P> {
  let loaded: ComponentType<P> | undefined;
  let coming: Promise<ComponentType<P>> | undefined;
  let isAway = false;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const setAway = (now: boolean): void => {
    isAway = now;
    for (const listener of listeners) listener();
  };
  const bring = (): Promise<ComponentType<P>> =>
    (coming ??= attempt(load, setAway).then(
      (it) => (loaded = it),
      (error: unknown) => {
        coming = undefined;
        throw error;
      },
    ));

  function Part({ waiting, ...props }: P & { waiting: ReactNode }) {
    const [Shown, show] = useState(() => loaded);
    const [failure, fail] = useState<{ cause: unknown }>();
    const waitsForServer = useSyncExternalStore(subscribe, () => isAway);
    useEffect(() => {
      if (Shown) return undefined;
      let isHere = true;
      bring().then(
        (it) => {
          if (isHere) show(() => it);
        },
        (cause: unknown) => {
          if (isHere) fail({ cause });
        },
      );
      return () => {
        isHere = false;
      };
    }, [Shown]);
    if (failure) throw failure.cause;
    if (Shown) return <Shown {...(props as unknown as P)} />;
    return waitsForServer ? <Away>{waiting}</Away> : waiting;
  }
  return {
    part: () => Part,
    bring: () => {
      bring().catch(() => undefined);
    },
  };
}

/** Says above the placeholder why the part has not loaded yet. */
function Away({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-full min-h-0 flex-1 flex-col">
      <p
        role="status"
        className="border-b border-line bg-warn-soft px-4 py-2 text-[13px] text-pretty text-warn"
      >
        {texts.away}
      </p>
      <div className="relative flex min-h-0 flex-1 flex-col">{children}</div>
    </div>
  );
}
