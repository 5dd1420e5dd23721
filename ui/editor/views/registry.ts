/** The blocks that need React: a line each. The others are shown as their HTML. */
import { type ReactNodeViewProps, ReactNodeViewRenderer } from '@tiptap/react';
import type { ComponentType } from 'react';
import type { Block } from '#core/editor/block.ts';
import { AiChatView } from './ai-chat.tsx';
import { ClipView } from './clip.tsx';
import { PdfClipView } from './pdf-clip.tsx';
import { PlaceView } from './place.tsx';
import { WebClipView } from './web-clip.tsx';

const VIEWS: Readonly<Record<string, ComponentType<ReactNodeViewProps>>> = {
  'clip': ClipView, 'pdf-clip': PdfClipView, 'web-clip': WebClipView, 'place': PlaceView, 'ai-chat': AiChatView,
};

export function withView(node: Block['node']): Block['node'] {
  const View = VIEWS[node.name];
  return View ? node.extend({ addNodeView: () => ReactNodeViewRenderer(View) }) : node;
}
