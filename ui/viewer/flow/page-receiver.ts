import type { FrameMessage, PageImage, PageKey } from './frame-messages.ts';
import type { FramedPage } from './use-framed-page.ts';
import type { PageMarks } from './use-page-marks.ts';

interface Receivers {
  page: FramedPage;
  marks: PageMarks;
  onDeleteClip: ((id: string) => void) | undefined;
  onFound: (found: { current: number; total: number }) => void;
  onImage: (image: PageImage) => void;
  onKey: (key: PageKey) => void;
}

/** The viewer's handlers for messages of its page. */
export const pageReceiver =
  ({ page, marks, onDeleteClip, onFound, onImage, onKey }: Receivers) =>
  (message: FrameMessage): void => {
    switch (message.type) {
      case 'web_ready':
        return page.onReady(message.paragraphs);
      case 'web_place':
        return page.onPlace(message.paragraph);
      case 'web_outline':
        return page.onOutline(message.headings);
      case 'web_select':
        return marks.showSelected(message);
      case 'web_createClip':
        return marks.saveClip(message);
      case 'web_editClip':
        return marks.edit(message);
      case 'web_deleteClip':
        return onDeleteClip?.(message._id);
      case 'web_found':
        return onFound({ current: message.current, total: message.total });
      case 'web_image':
        return onImage(message);
      case 'web_link':
        return void window.open(message.href, '_blank', 'noopener,noreferrer');
      case 'web_key':
        return onKey(message.key);
    }
  };
