import type { Extension } from '@hocuspocus/server';
import type { UpdateLog } from './update-log.ts';

/** Notifies people who open a document with lost rows; the rest is served. */
export const damageNotice = (isDamaged: UpdateLog['isDamaged']): Extension => ({
  extensionName: 'damage-notice',
  async connected({ connection, documentName }) {
    if (isDamaged(documentName)) connection.sendStateless('fetchDocError');
  },
});
