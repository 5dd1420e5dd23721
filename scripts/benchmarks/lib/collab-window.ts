/** A client that keeps one note open until it is ended. */
import { openClient } from '../../../api/collab/testing/client.ts';

const [url = '', threadId = ''] = process.argv.slice(2);
const client = openClient({ url, threadId, accessToken: 'window' });
client.provider.on('synced', () => {
  process.send?.('open');
});
