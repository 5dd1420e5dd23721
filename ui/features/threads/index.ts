export { useNewThread } from './thread-edits.ts';
export { listenForPaneKeys } from './pane-keys.ts';
