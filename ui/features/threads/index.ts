export { useNewThread } from './thread-edits.ts';
