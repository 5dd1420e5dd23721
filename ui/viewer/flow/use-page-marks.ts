/** Highlights in the page: the selection to save, and the clicked highlight. */
import { useCallback, useRef, useState } from 'react';
import { CLIP_COLOR } from '#core/editor/fields.ts';
import { rectOf, type SelectionSpot } from '../marks/selection-spot.ts';
import type { MarkStyle } from '../marks/selection-bar.tsx';
import type { MediumProps } from '../viewer-handle.ts';
import { boxInWindow, spotInWindow } from './frame-box.ts';
import { clipLocator, type FrameBox, type FrameMessage } from './frame-messages.ts';
import type { FramedPage } from './use-framed-page.ts';

type MessageOf<Type extends FrameMessage['type']> = Extract<FrameMessage, { type: Type }>;

export function usePageMarks(
  { tell, frameBox, focus }: FramedPage,
  { onClip, onAsk }: Pick<MediumProps, 'onClip' | 'onAsk'>,
) {
  const [selected, setSelected] = useState<{ text: string; spot: SelectionSpot }>();
  const [edited, setEdited] = useState<{ id: string; box: FrameBox }>();
  const [lastColor, setLastColor] = useState(CLIP_COLOR);
  /** the requested position of the selected text, for a question */
  const askedSpot = useRef<SelectionSpot>(undefined);

  const takeSelected = useCallback(
    ({ color, underline }: MarkStyle) => {
      askedSpot.current = undefined;
      tell({ type: 'webIframe_takeClip', color, underline });
      setLastColor(color);
      setSelected(undefined);
    },
    [tell],
  );
  const askSelected = () => {
    if (!selected) return;
    takeSelected({ color: lastColor, underline: false });
    askedSpot.current = selected.spot;
  };
  const clear = useCallback(() => {
    setSelected(undefined);
    setEdited(undefined);
  }, []);
  const showSelected = ({ text, spot }: MessageOf<'web_select'>) => {
    const box = frameBox();
    setEdited(undefined);
    setSelected(
      text !== undefined && spot && box ? { text, spot: spotInWindow(spot, box) } : undefined,
    );
  };
  const saveClip = (message: MessageOf<'web_createClip'>) => {
    const { occurrence, color, underline } = message;
    const clip = {
      locator: clipLocator(message),
      occurrence,
      ...(color !== undefined && { color }),
      ...(underline !== undefined && { underline }),
    };
    const spot = askedSpot.current;
    askedSpot.current = undefined;
    if (spot && onAsk) onAsk(clip, rectOf(spot));
    else onClip(clip);
  };
  const edit = ({ _id, box }: MessageOf<'web_editClip'>) => {
    setSelected(undefined);
    setEdited({ id: _id, box });
  };
  const closeEdited = (isElsewhere: boolean) => {
    setEdited(undefined);
    if (isElsewhere || !edited) return;
    focus();
    tell({ type: 'webIframe_focusClip', _id: edited.id });
  };
  /** Undefined while there is no frame. */
  const editedBox = (): DOMRect | undefined => {
    const box = frameBox();
    return edited && box ? boxInWindow(edited.box, box) : undefined;
  };
  return {
    selected,
    editedId: edited?.id,
    editedBox,
    lastColor,
    takeSelected,
    askSelected,
    showSelected,
    saveClip,
    edit,
    closeEdited,
    clear,
  };
}

export type PageMarks = ReturnType<typeof usePageMarks>;
