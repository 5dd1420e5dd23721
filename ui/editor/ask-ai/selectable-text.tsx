import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';

/** Selectable text inside a block: a press selects text, not the block. */
export function SelectableText({
  className,
  children,
  ref,
}: {
  className?: string | undefined;
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
}) {
  const home = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => home.current as HTMLDivElement);
  useEffect(() => {
    const element = home.current;
    if (!element) return undefined;
    let dragged: HTMLElement | null = null;
    const release = () => {
      if (dragged) dragged.draggable = true;
      dragged = null;
    };
    const press = (event: Event) => {
      // Otherwise the editor would select the block, and the browser drag it.
      event.stopPropagation();
      dragged = element.closest<HTMLElement>('[draggable="true"]');
      if (dragged) dragged.draggable = false;
    };
    element.addEventListener('mousedown', press);
    window.addEventListener('pointerup', release);
    return () => {
      release();
      element.removeEventListener('mousedown', press);
      window.removeEventListener('pointerup', release);
    };
  }, []);
  // Takes the focus itself, because the editor restores its own selection whenever it gets the
  // focus.
  return (
    <div ref={home} tabIndex={-1} className={`outline-none ${className ?? ''}`}>
      {children}
    </div>
  );
}
