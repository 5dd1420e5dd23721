export { ImportList } from './import-list.tsx';
export { ImportButton } from './import-button.tsx';
