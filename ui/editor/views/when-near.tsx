/**
 * Views of a long note are made as they come near what is seen, and the rest while nothing else is to do. Until then a
 * block is its words, so that it can be found and is about as high. What is put while one writes is there at once.
 */
import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { blockOf } from '#core/editor/blocks/registry.ts';

/** Made at once, of those that are put in one go. */
const AT_ONCE = 12;
/** Made in one idle moment. */
const IN_ONE_GO = 2;

let burst = 0;
function isFirst(): boolean {
  if (burst === 0) setTimeout(() => { burst = 0; });
  burst += 1;
  return burst <= AT_ONCE;
}

const waiting = new Map<Element, () => void>();
const idle = (work: () => void): void => { if ('requestIdleCallback' in window) requestIdleCallback(work); else setTimeout(work, 60); };
let working = false;
function workOn(): void {
  working = waiting.size > 0;
  for (const make of [...waiting.values()].slice(0, IN_ONE_GO)) make();
  if (working) idle(workOn);
}
let observer: IntersectionObserver | undefined;
const near = (): IntersectionObserver => (observer ??= new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.();
}, { rootMargin: '600px' }));

function wait(element: Element, make: () => void): () => void {
  const end = () => { waiting.delete(element); near().unobserve(element); };
  waiting.set(element, () => { end(); make(); });
  near().observe(element);
  if (!working) { working = true; idle(workOn); }
  return end;
}

export function whenNear(View: ComponentType<ReactNodeViewProps>, inline: boolean): ComponentType<ReactNodeViewProps> {
  return function WhenNear(view: ReactNodeViewProps) {
    const [made, setMade] = useState(isFirst);
    const place = useRef<HTMLElement>(null);
    useEffect(() => (made || !place.current ? undefined : wait(place.current, () => setMade(true))), [made]);
    if (made) return <View {...view} />;
    const words = blockOf(view.node.type.name)?.text(view.node.attrs);
    return <NodeViewWrapper as={inline ? 'span' : 'figure'} ref={place} className={inline ? '' : 'note-block whitespace-pre-line rounded-card border border-line px-4 py-3'}>{words}</NodeViewWrapper>;
  };
}
