/** The options of a question: prompts, sources, model, and notices. */
import { useNavigate } from 'react-router';
import type { Me } from '#core/contract/account.ts';
import type { Guide } from '#core/contract/guides.ts';
import type { Source } from '#core/contract/source.ts';
import { Upgrade } from '#ui/features/account/index.ts';
import { SourceSelector } from '#ui/features/sources/index.ts';
import { BottomPrompts, type AiCall, type AssistantAccess } from '#ui/features/suggest/index.ts';
import { askOptionTexts as texts } from './texts/options.ts';
import { ModelPicker } from './model-picker.tsx';

export interface AskOptionsProps {
  /** null when signed out */
  me: Me | null | undefined;
  model: number;
  guides: readonly Guide[];
  standing: AssistantAccess;
  sources: readonly Source[];
  unselected: ReadonlySet<string>;
  onSelect: (unselected: ReadonlySet<string>) => void;
  onCall: (call: AiCall) => void;
  /** notice about the plan */
  planText: string | undefined;
}

/** Shown above the question field while the box is in use. */
export function AskOptions({
  me,
  model,
  guides,
  standing,
  sources,
  unselected,
  onSelect,
  onCall,
  planText,
}: AskOptionsProps) {
  const isOffline = me?.capabilities.offline === true;
  return (
    <div className="animate-fade border-b border-line px-2 pt-2 pb-1">
      <BottomPrompts guides={guides} standing={standing} onCall={onCall} />
      <div className="mt-1 flex flex-wrap items-center gap-x-0.5">
        <SourceSelector sources={sources} unselected={unselected} onChange={onSelect} />
        {me !== null && <ModelPicker me={me} model={model} />}
        <span className="flex-1" />
        {planText !== undefined && (
          <Upgrade className="px-2! text-xs! sm:hidden">{planText}</Upgrade>
        )}
        <p className="px-2 py-1 text-xs text-pretty text-ink-faint">{texts.inaccurate}</p>
      </div>
      {isOffline && <ConnectModel />}
    </div>
  );
}

/** Explains the offline assistant, and where to set a model. */
function ConnectModel() {
  const navigate = useNavigate();
  return (
    <p className="px-2 pb-1 text-xs text-pretty text-ink-soft">
      {texts.offline}{' '}
      <button
        type="button"
        className="min-h-6 font-medium text-accent underline"
        onClick={() => void navigate('/settings/assistant')}
      >
        {texts.connect}
      </button>{' '}
      {texts.connectFor}
    </p>
  );
}
