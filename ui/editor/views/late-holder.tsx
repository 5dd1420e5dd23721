/** Of blocks that hold others: what they hold is there at once, and what stands around it once it comes near or nothing else is to do. */
import { NodeViewContent, NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { isFirst } from './late-view.ts';
import { onceNearOrIdle } from './near.ts';

export const lateHolder = (View: ComponentType<ReactNodeViewProps>): ComponentType<ReactNodeViewProps> => function LateHolder(view) {
  const [made, make] = useState(isFirst);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (!made && place.current ? onceNearOrIdle(place.current, () => make(true)) : undefined), [made]);
  if (made) return <View {...view} />;
  return <NodeViewWrapper ref={place} className="note-block rounded-card border border-line px-4 py-3"><NodeViewContent className="held" /></NodeViewWrapper>;
};
