export { SourceViewer } from './source-viewer.tsx';
export type { ClipRequest, Target, ViewerClip, ViewerHandle } from './viewer-handle.ts';
