/** The image commands of the slash menu. */
import type { SlashCommand } from '#core/editor/slash-commands.ts';
import { spanLabel } from '#core/editor/locator-link.ts';
import { toast } from '#ui/kit/toast.ts';
import { textBlockTexts } from '../texts/text-blocks.ts';
import { insertImages } from './insert-images.ts';
import type { Uploads } from './uploads.ts';
import { currentFrame, hasVideo } from './video-frame.ts';

const texts = textBlockTexts.image.frame;

export const frameCommand = (uploads: Uploads): SlashCommand => ({
  id: 'frame',
  title: texts.title,
  hint: hasVideo() ? texts.hint : texts.none,
  group: 'sources',
  icon: 'frame',
  keywords: texts.keywords,
  run(editor) {
    if (!hasVideo()) {
      toast.info(texts.none);
      return;
    }
    void currentFrame().then((frame) => {
      if (!frame) {
        toast.error(texts.unreadable);
        return undefined;
      }
      const at = spanLabel('timed', frame.sec);
      return insertImages(editor, uploads, [
        {
          file: frame.blob,
          name: `${at.replaceAll(':', '-')}.png`,
          alt: texts.alt(at),
          source_id: frame.sourceId,
          sec: frame.sec,
        },
      ]);
    });
  },
});
