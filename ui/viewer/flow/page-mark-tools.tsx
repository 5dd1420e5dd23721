/** What floats over the page: the bar of the selection, and the popover of a pressed highlight. */
import { MarkPopover } from '../marks/mark-popover.tsx';
import { SelectionBar } from '../marks/selection-bar.tsx';
import type { MediumProps } from '../viewer-handle.ts';
import type { PageMarks } from './use-page-marks.ts';

type PageMarkToolsProps = { marks: PageMarks } & Pick<
  MediumProps,
  'clips' | 'own' | 'onAsk' | 'onEditClip' | 'onChangeClip' | 'onDeleteClip'
>;

export function PageMarkTools({
  marks: { selected, editedId, editedBox, lastColor, takeSelected, askSelected, closeEdited },
  clips,
  own,
  onAsk,
  onEditClip,
  onChangeClip,
  onDeleteClip,
}: PageMarkToolsProps) {
  const editedClip = clips.find((clip) => clip._id === editedId);
  return (
    <>
      {selected && (
        <SelectionBar
          key={`${selected.spot.x}:${selected.spot.top}`}
          spot={selected.spot}
          text={selected.text}
          color={lastColor}
          onMark={own ? takeSelected : undefined}
          onAsk={onAsk && askSelected}
        />
      )}
      {editedClip && (
        <MarkPopover
          key={editedClip._id}
          clip={editedClip}
          boxOf={editedBox}
          onClose={closeEdited}
          onChange={onChangeClip}
          onShow={onEditClip}
          onDelete={onDeleteClip}
        />
      )}
    </>
  );
}
