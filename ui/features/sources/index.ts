export { SourceStrip, StripSkeleton } from './strip.tsx';
export { SourcePicture, SourceIcon, TypeIcon } from './source-picture.tsx';
export { StatusLine } from './status-mark.tsx';
export { askable, bylineOf, canBeAsked, originalOf, progressText, stateOf, titleOf, TYPE_NAMES } from './source-state.ts';
export { SourceSelector } from './selector.tsx';
export { AddSourceDialog, SourcesPanel } from './lazy.tsx';
export { useRemoveSource } from './add.ts';
