/** What pictures, code and tables of the notes say. */
import { counted } from './format.ts';

export const textBlockTexts = {
  image: {
    name: 'Image', choose: 'Choose a picture', chooseHint: 'or drop one here', notPicture: 'Only pictures can be put here.', unreadable: 'This picture cannot be read. Try it as PNG, JPEG, WebP or GIF.',
    uploaded: 'Image uploaded successfully', deleted: 'deleted successfully', undo: 'Undo', deleteFailed: 'Error',
    sending: (percent: number) => `Uploading, ${percent} %`, waiting: 'Kept in this browser until it can be uploaded', elsewhere: 'This picture is still in the browser that it was put in.',
    failed: 'This picture could not be uploaded.', notShown: 'This picture could not be shown.', loading: 'Picture', retry: 'Retry', replace: 'Choose another',
    alt: 'Describe the picture', altHint: 'What is to be seen, for whoever does not see it', done: 'Done', width: 'Width of the picture', whole: 'As wide as it is', pixels: (px: number) => counted(px, { one: '# pixel', other: '# pixels' }),
    go: (place: string) => `Go to ${place}`, remove: 'Delete image',
    frame: { title: 'Frame of the video', hint: 'The picture that it shows now', none: 'The player of this site does not let a browser read its picture.', keywords: ['frame', 'screenshot', 'still', 'picture', 'image'], unreadable: 'The site of this video does not let a browser read its picture. Take a screenshot and paste it instead.', alt: (place: string) => `The video at ${place}` },
  },
  code: { name: 'Code', language: 'Language', find: 'Find a language', none: 'No such language', plain: 'Plain text', copy: 'Copy code', copied: 'copied' },
  table: {
    tools: 'Table', rowAbove: 'Add a row above', rowBelow: 'Add a row below', columnBefore: 'Add a column before', columnAfter: 'Add a column after', deleteRow: 'Delete row', deleteColumn: 'Delete column',
    headerRow: 'Header row', headerColumn: 'Header column', deleteTable: 'Delete table', rows: 'Rows', columns: 'Columns',
  },
};
