/**
 * A button whose popup's code comes when it is first wanted, so that no screen waits for what may
 * never be opened.
 */
import {
  cloneElement,
  lazy,
  Suspense,
  useState,
  type ComponentType,
  type ReactElement,
} from 'react';

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
  const Loaded = lazy(() => load().then((it) => ({ default: it })));
  const near = () => void load();
  return function Popup({ trigger, ...rest }: P & { trigger: ReactElement<TriggerProps> }) {
    const [wanted, setWanted] = useState(false);
    const closed = cloneElement(trigger, {
      onClick: () => setWanted(true),
      onPointerEnter: near,
      onFocus: near,
      'aria-haspopup': kind,
      'aria-expanded': false,
    });
    if (!wanted) return closed;
    const Ready = Loaded as unknown as ComponentType<object>;
    return (
      <Suspense fallback={closed}>
        <Ready {...rest} {...({ trigger, defaultOpen: true } satisfies PopupProps)} />
      </Suspense>
    );
  };
}
