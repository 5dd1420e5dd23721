export { SourceStrip, StripSkeleton } from './strip.tsx';
export { SourceIcon, SourcePicture, TypeIcon } from './source-picture.tsx';
export { StatusLine } from './status-mark.tsx';
export { askable, bylineOf, originalOf, siteTitleOf, stateOf, titleOf } from './source-state.ts';
export { SourceSwitch } from './switch.tsx';
export {
  AddSourceDialog,
  EditLinkDialog,
  MissingSource,
  SourceSelector,
  SourceDialogs,
  SourcesPanel,
} from './lazy.tsx';
export type { SourceAction } from './source-dialogs.tsx';
export { useAwaited, useRemoveSource } from './add.ts';
export { readPasted } from './pasted.ts';
export { useUploads } from './uploads.ts';
