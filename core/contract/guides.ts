/** The prompts of the assistant: general ones, and those for a kind of reader. */
import { z } from 'zod';

/** `title`: the label of the button. `question`: the question to ask, shown above the answer. */
export const Guide = z.object({ id: z.int().min(1), title: z.string(), question: z.string() });
export type Guide = z.infer<typeof Guide>;

/** Each list with the path of its ids, below `ai/v2/`. */
export const Guides = z.object({
  /** `predefined/prompts/:id`, below the chat box */
  bottom: z.array(Guide),
  /** `predefined/prompts/:id`, after an answer */
  followUps: z.array(Guide),
  /** `predefined/prompts/:id` */
  smartGuide: z.array(Guide),
  /** `predefined/child/:id`: about a clip of a video or a page */
  child: z.array(Guide),
  /** `predefined/pdf-child/:id`: about a clip of a PDF */
  pdfChild: z.array(Guide),
  /** `student/:id` */
  student: z.array(Guide),
  /** `creator/:id` */
  creator: z.array(Guide),
  /** `researcher/:id` */
  researcher: z.array(Guide),
});
export type Guides = z.infer<typeof Guides>;
