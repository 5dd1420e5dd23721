/** Tools above the pages: the selection bar, and the popover of a clicked mark. */
import { MarkPopover } from '../marks/mark-popover.tsx';
import { rectOf } from '../marks/selection-spot.ts';
import { type MarkStyle, SelectionBar } from '../marks/selection-bar.tsx';
import type { MediumProps } from '../viewer-handle.ts';
import type { PdfSession } from './pdf-session.ts';
import type { PdfSelection } from './use-pdf-selection.ts';

type PdfMarkToolsProps = {
  session: PdfSession | null;
  selected: PdfSelection | null;
  /** the clip of the clicked mark */
  chosenId: string | undefined;
  lastColor: string;
  onMark: (style: MarkStyle) => void;
} & Pick<MediumProps, 'clips' | 'onAsk' | 'onEditClip' | 'onChangeClip' | 'onDeleteClip'>;

export function PdfMarkTools({
  session,
  selected,
  chosenId,
  lastColor,
  onMark,
  clips,
  onAsk,
  onEditClip,
  onChangeClip,
  onDeleteClip,
}: PdfMarkToolsProps) {
  const chosen = chosenId === undefined ? undefined : clips.find(({ _id }) => _id === chosenId);
  return (
    <>
      {selected && (
        <SelectionBar
          spot={selected.spot}
          text={selected.locator.quote}
          onSave={onChangeClip && (() => onMark({ color: lastColor, underline: false }))}
          style={onChangeClip && { color: lastColor, onMark }}
          onAsk={
            onAsk &&
            (() =>
              onAsk(
                { locator: selected.locator, areas: selected.areas, color: lastColor },
                rectOf(selected.spot),
              ))
          }
          onClose={() => document.getSelection()?.removeAllRanges()}
        />
      )}
      {session && chosen && (
        <MarkPopover
          key={chosen._id}
          clip={chosen}
          boxOf={() => session.markKey(chosen._id)?.getBoundingClientRect()}
          onClose={(isElsewhere) => {
            session.choose(undefined);
            if (!isElsewhere) session.focus(chosen._id);
          }}
          onChange={onChangeClip}
          onShow={onEditClip}
          onDelete={onDeleteClip}
        />
      )}
    </>
  );
}
