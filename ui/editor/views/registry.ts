/** The blocks with React views, one line each. The others are shown as their HTML. */
import { type ReactNodeViewProps, ReactNodeViewRenderer } from '@tiptap/react';
import type { ComponentType } from 'react';
import type { Block } from '#core/editor/block.ts';
import { AiChatView } from './ai-chat.tsx';
import { AiNoteView } from './ai-note.tsx';
import { BlogView } from './blog.tsx';
import { CalloutView } from './callout.tsx';
import { ClipView } from './clip.tsx';
import { withSuspense } from './with-suspense.tsx';
import { ImageView } from './image.tsx';
import { InsightView } from './insight.tsx';
import { usesPatch } from '../performance/index.ts';
import { lateView } from '../performance/late-view.ts';
import { MathInlineView, MathView } from './math.tsx';
import { PdfClipView } from './pdf-clip.tsx';
import { PlaceView } from './place.tsx';
import { QuestionView } from './question.tsx';
import { QuoteView } from './quote.tsx';
import { SummaryView } from './summary.tsx';
import { taskItemView } from './task-item.ts';
import { ToggleView } from './toggle.tsx';
import { WebClipView } from './web-clip.tsx';

const VIEWS: Readonly<Record<string, ComponentType<ReactNodeViewProps>>> = {
  clip: ClipView,
  'pdf-clip': PdfClipView,
  'web-clip': WebClipView,
  place: PlaceView,
  'ai-chat': AiChatView,
  'ai-note': AiNoteView,
  summary: SummaryView,
  image: ImageView,
  blog: BlogView,
  callout: CalloutView,
  toggle: ToggleView,
  math: MathView,
  'math-inline': MathInlineView,
  insight: InsightView,
  question: QuestionView,
  quote: QuoteView,
};

export function withView(node: Block['node']): Block['node'] {
  if (node.name === 'taskItem') return node.extend({ addNodeView: () => taskItemView });
  const View = VIEWS[node.name];
  if (!View) return node;
  // Views that people type in must load with the note.
  const make = ReactNodeViewRenderer(withSuspense(View));
  return node.extend({
    addNodeView: () =>
      node.config.content === undefined && usesPatch('late-view') ? lateView(make) : make,
  });
}
