/** Notices above the notes. */
import { CloudAlert, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { Doc } from 'yjs';
import { notesTexts as texts } from './texts.ts';
import type { NotesState } from './notes-state.ts';
import { saveCopy } from './save-copy.ts';

const BAR =
  'flex items-start gap-2 border-b border-line bg-warn-soft px-4 py-2.5 text-sm text-warn';
const ACT = 'shrink-0 rounded-control px-2 font-medium hover:bg-hover';

interface NoticesProps {
  state: NotesState;
  /** the editor's */
  document: Doc | undefined;
  onDiscard: () => void;
}

export function Notices({ state, document, onDiscard }: NoticesProps) {
  const [told, setTold] = useState(false);
  return (
    <>
      {state.stale && (
        <p role="alert" className={BAR}>
          <RotateCw size={17} aria-hidden className="mt-0.5 shrink-0" />
          <span className="flex-1">{texts.stale}</span>
          <button
            type="button"
            onClick={() => location.reload()}
            className={`${ACT} underline underline-offset-2`}
          >
            {texts.reload}
          </button>
        </p>
      )}
      {state.rejected !== 'none' && (
        <div role="alert" className={`${BAR} flex-wrap`}>
          <CloudAlert size={17} aria-hidden className="mt-0.5 shrink-0" />
          <span className="flex-1">{texts.rejected[state.rejected]}</span>
          <span className="flex basis-full flex-wrap gap-2 pl-4.5">
            {document && (
              <button
                type="button"
                onClick={() => saveCopy(document)}
                className={`${ACT} underline underline-offset-2`}
              >
                {texts.saveCopy}
              </button>
            )}
            <button
              type="button"
              onClick={onDiscard}
              className={`${ACT} underline underline-offset-2`}
            >
              {texts.discard}
            </button>
          </span>
        </div>
      )}
      {state.damaged && !told && (
        <p role="alert" className={BAR}>
          <CloudAlert size={17} aria-hidden className="mt-0.5 shrink-0" />
          <span className="flex-1">{texts.damaged}</span>
          <button type="button" onClick={() => setTold(true)} className={ACT}>
            {texts.dismiss}
          </button>
        </p>
      )}
    </>
  );
}
