export { PublishDialog } from './publish-dialog.tsx';
