import { Share2 } from 'lucide-react';
import type { Thread } from '#core/contract/thread.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { popup } from '#ui/kit/popup.tsx';

const Popup = popup<{ thread: Thread }>(() => import('./share-popup.tsx').then((it) => it.SharePopup), 'dialog');

export const Share = ({ thread }: { thread: Thread }) => <Popup thread={thread} trigger={<IconButton label="Share"><Share2 size={17} /></IconButton>} />;
