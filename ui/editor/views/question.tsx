import type { ReactNodeViewProps } from '@tiptap/react';
import { Check, CircleHelp, GraduationCap, Pencil, Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { MAX_OPTIONS, question } from '#core/editor/blocks/question/block.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { blockTexts } from '../texts/blocks.ts';
import { useEditorHost } from '../editor-host.ts';
import { BlockField } from './block-field.tsx';
import { BlockFrame } from './block-frame.tsx';

const texts = blockTexts.question;
type Asked = ReturnType<typeof question.read>['compAttrs'];

export function QuestionView(view: ReactNodeViewProps) {
  const { readOnly } = useEditorHost();
  const { compAttrs: it } = question.read(view.node.attrs);
  const [answering, setAnswering] = useState(readOnly);
  const quiz = readOnly || answering;
  const write = (part: Partial<Asked>) => view.updateAttributes({ compAttrs: { ...it, ...part } });
  return (
    <BlockFrame
      view={view}
      name={texts.name}
      icon={<CircleHelp size={18} aria-hidden className="text-accent" />}
      tools={
        <IconButton
          label={quiz ? texts.edit : texts.quiz}
          onClick={() => setAnswering(!answering)}
          className="size-8! pointer-coarse:size-11!"
        >
          {quiz ? <Pencil size={15} aria-hidden /> : <GraduationCap size={16} aria-hidden />}
        </IconButton>
      }
    >
      <BlockField
        label={texts.text}
        placeholder={texts.placeholder}
        value={it.question}
        readOnly={quiz}
        onWrite={(asked) => write({ question: asked })}
        className="font-semibold"
      />
      {quiz ? <Quiz it={it} /> : <Options it={it} onWrite={write} />}
    </BlockFrame>
  );
}

function Quiz({ it }: { it: Asked }) {
  const [picked, setPicked] = useState<number>();
  const right = picked === it.answer;
  if (it.options.length === 0)
    return <p className="mt-2 font-sans text-sm text-ink-faint">{texts.noOptions}</p>;
  return (
    <div className="mt-2.5 font-sans text-[0.9375rem]">
      <ul aria-label={it.question} className="list-none! space-y-1.5 pl-0!">
        {it.options.map((option, index) => (
          <li key={index} className="mt-0!">
            <button
              type="button"
              aria-pressed={picked === index}
              disabled={right}
              onClick={() => setPicked(index)}
              className={`flex min-h-10 w-full items-center gap-2.5 rounded-control border px-3 py-1.5 text-left pointer-coarse:min-h-11 ${picked !== index ? 'border-line hover:bg-hover' : right ? 'border-accent bg-accent-soft text-accent-strong' : 'border-danger bg-danger-soft text-danger'}`}
            >
              <span className="min-w-0 flex-1 wrap-anywhere">{option}</span>
              {picked === index &&
                (right ? <Check size={17} aria-hidden /> : <X size={17} aria-hidden />)}
            </button>
          </li>
        ))}
      </ul>
      <p
        role="status"
        className={`mt-2 min-h-5 text-sm ${right ? 'text-accent-strong' : 'text-ink-soft'}`}
      >
        {picked !== undefined && (right ? texts.isRight : texts.isWrong)}
      </p>
    </div>
  );
}

function Options({ it, onWrite }: { it: Asked; onWrite: (part: Partial<Asked>) => void }) {
  const group = useId();
  return (
    <div className="mt-2 font-sans text-[0.9375rem]">
      {it.options.map((option, index) => (
        <div key={index} className="flex items-center gap-2">
          <input
            type="radio"
            name={group}
            checked={it.answer === index}
            aria-label={texts.right(index + 1)}
            onChange={() => onWrite({ answer: index })}
            className="size-4 shrink-0 accent-(--accent)"
          />
          <div className="min-w-0 flex-1">
            <BlockField
              label={texts.option(index + 1)}
              placeholder={texts.optionPlaceholder}
              value={option}
              readOnly={false}
              onWrite={(next) =>
                onWrite({ options: it.options.map((was, at) => (at === index ? next : was)) })
              }
              className="py-1.5"
            />
          </div>
          <IconButton
            label={texts.remove(index + 1)}
            onClick={() =>
              onWrite({
                options: it.options.filter((_, at) => at !== index),
                answer: it.answer > index ? it.answer - 1 : it.answer === index ? 0 : it.answer,
              })
            }
            className="size-8! pointer-coarse:size-11!"
          >
            <X size={15} aria-hidden />
          </IconButton>
        </div>
      ))}
      {it.options.length < MAX_OPTIONS && (
        <Button
          look="quiet"
          onClick={() => onWrite({ options: [...it.options, ''] })}
          className="mt-1 -ml-2"
        >
          <Plus size={16} aria-hidden />
          {texts.add}
        </Button>
      )}
    </div>
  );
}
