/**
 * A part of the page whose code comes when it is first shown, and can be asked for again when it
 * did not come. It is shown as soon as it is here: what React waits for by itself keeps its place
 * holder for a while.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

export interface Retriable<P> {
  part(): ComponentType<
    P & {
      /** until it is here */
      waiting: ReactNode;
    }
  >;
  /** before it is shown */
  bring(): void;
  /** forgets that it did not come */
  renew(): void;
}

export function retriable<P extends object>(load: () => Promise<ComponentType<P>>): Retriable<P> {
  let loaded: ComponentType<P> | undefined;
  let coming: Promise<ComponentType<P>> | undefined;
  const bring = (): Promise<ComponentType<P>> => (coming ??= load().then((it) => (loaded = it)));

  function Part({ waiting, ...props }: P & { waiting: ReactNode }) {
    const [Shown, show] = useState(() => loaded);
    const [failure, fail] = useState<{ cause: unknown }>();
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
    return Shown ? <Shown {...(props as unknown as P)} /> : waiting;
  }
  return {
    part: () => Part,
    bring: () => {
      bring().catch(() => undefined);
    },
    renew: () => {
      if (!loaded) coming = undefined;
    },
  };
}
