export { Notes, type NotesHandle } from './notes.tsx';
