/**
 * A button whose popup loads on first use, so that no screen waits for it.
 */
import { cloneElement, Suspense, useState, type ComponentType, type ReactElement } from 'react';
import { partTexts as texts } from './texts/panes.ts';
import { toast } from './toast.ts';

interface TriggerProps {
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  'aria-haspopup'?: 'menu' | 'dialog';
  'aria-expanded'?: boolean;
}
export interface PopupProps {
  trigger: ReactElement<TriggerProps>;
  defaultOpen: boolean;
}

export function popup<P extends object>(
  load: () => Promise<ComponentType<P & PopupProps>>,
  kind: 'menu' | 'dialog',
) {
  const near = () => {
    load().catch(() => undefined);
  };
  return function Popup({ trigger, ...rest }: P & { trigger: ReactElement<TriggerProps> }) {
    const [Loaded, setLoaded] = useState<ComponentType<P & PopupProps>>();
    const open = () => {
      load().then(
        (it) => setLoaded(() => it),
        (cause: unknown) => {
          console.warn('A part of the page did not load.', cause);
          toast.error(texts.notLoaded);
        },
      );
    };
    const closed = cloneElement(trigger, {
      onClick: open,
      onPointerEnter: near,
      onFocus: near,
      'aria-haspopup': kind,
      'aria-expanded': false,
    });
    if (!Loaded) return closed;
    const Ready = Loaded as unknown as ComponentType<object>;
    return (
      <Suspense fallback={closed}>
        <Ready {...rest} {...({ trigger, defaultOpen: true } satisfies PopupProps)} />
      </Suspense>
    );
  };
}
