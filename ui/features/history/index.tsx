export { NotesHistory } from './notes-history.tsx';
