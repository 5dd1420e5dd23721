/** Tools above the page: the selection bar, and the popover of a clicked highlight. */
import { MarkPopover } from '../marks/mark-popover.tsx';
import { SelectionBar } from '../marks/selection-bar.tsx';
import type { MediumProps } from '../viewer-handle.ts';
import type { PageMarks } from './use-page-marks.ts';

type PageMarkToolsProps = { marks: PageMarks } & Pick<
  MediumProps,
  'clips' | 'onAsk' | 'onEditClip' | 'onChangeClip' | 'onDeleteClip'
>;

export function PageMarkTools({
  marks: {
    selected,
    editedId,
    editedBox,
    lastColor,
    takeSelected,
    askSelected,
    closeEdited,
    clear,
  },
  clips,
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
          onSave={onChangeClip && (() => takeSelected({ color: lastColor, underline: false }))}
          style={onChangeClip && { color: lastColor, onMark: takeSelected }}
          onAsk={onAsk && askSelected}
          onClose={clear}
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
