import type { ReactNodeViewProps } from '@tiptap/react';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { aiChat } from '#core/editor/blocks/ai-chat/block.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { aiTexts } from '../texts/ai-blocks.ts';
import { answerTexts as texts } from '../texts/answers.ts';
import { chatBlock } from '../ask-ai/new-blocks.ts';
import { insertAfter } from '../ask-ai/insert-after.ts';
import { followUp } from '../ask-ai/requests.ts';
import { useGenerated } from '../ask-ai/use-generated.ts';
import { useEditorHost } from '../editor-host.ts';
import { CitedBody } from './cited-body.tsx';
import { CitedCard } from './cited-card.tsx';

const OPINIONS = [
  { value: 'like', label: texts.good, Icon: ThumbsUp },
  { value: 'dislike', label: texts.bad, Icon: ThumbsDown },
] as const;
type Chat = ReturnType<typeof aiChat.read>;

export function AiChatView(view: ReactNodeViewProps) {
  const it = aiChat.read(view.node.attrs);
  const { readOnly, assistant, renderFollowUp } = useEditorHost();
  const filled = useGenerated(
    view.editor,
    it,
    'isAnswerGenerated',
    ({ text, citations, model, timeTaken }) => ({ answer: text, citations, model, timeTaken }),
  );
  const { _id: id } = it;
  const goOn =
    !readOnly &&
    assistant &&
    id !== null &&
    renderFollowUp?.({ question: it.question, text: it.answer }, (call) => {
      const asked = followUp(call, {
        root: it.request?.body.thread_node_id ?? id,
        sources: it.sources.length > 0 ? it.sources : assistant.selected,
      });
      insertAfter(view.editor, id, chatBlock(asked, assistant, id));
    });
  return (
    <CitedCard
      view={view}
      texts={aiTexts.chat}
      title={it.question || aiTexts.chat.name}
      shrink={it.shrink}
      text={it.answer}
      citations={it.citations}
      busy={filled.generated?.phase === 'writing' || filled.generated?.phase === 'asking'}
    >
      <CitedBody
        filled={filled}
        text={it.answer}
        citations={it.citations}
        pending={texts.answering}
        generatingBy={it.generatingBy}
        onDelete={view.deleteNode}
      >
        <div className="mt-3 flex flex-wrap items-center gap-x-1 font-sans text-xs text-ink-faint">
          <p className="flex-1">
            {texts.gloss}
            {it.sources.length > 0 && <> · {texts.referring(it.sources.length)}</>}
            {it.model === 'offline' && <> · {texts.offline}</>}
          </p>
          {!readOnly && it.createdBy !== null && it.createdBy === assistant?.me && (
            <Rate it={it} onRated={(feedback) => view.updateAttributes({ feedback })} />
          )}
        </div>
        {goOn && <div className="mt-1 font-sans">{goOn}</div>}
      </CitedBody>
    </CitedCard>
  );
}

/** Rated once: afterwards both buttons only show the rating. */
function Rate({ it, onRated }: { it: Chat; onRated: (feedback: Chat['feedback']) => void }) {
  const { assistant } = useEditorHost();
  const rate = async (value: 'like' | 'dislike') => {
    if (await assistant?.rate(it.answerId ?? it._id ?? '', value)) onRated(value);
  };
  return OPINIONS.map(({ value, label, Icon }) => (
    <IconButton
      key={value}
      label={label}
      aria-pressed={it.feedback === value}
      disabled={it.feedback !== 'unset'}
      onClick={() => void rate(value)}
      className={`size-8! pointer-coarse:size-11! ${it.feedback === value ? 'text-accent! opacity-100!' : ''}`}
    >
      <Icon size={15} aria-hidden fill={it.feedback === value ? 'currentColor' : 'none'} />
    </IconButton>
  ));
}
