/** Formats that are read, the one that says most of its words' times first. */
export const CAPTION_FORMATS = ['json3', 'srv3', 'vtt', 'srt'] as const;
export type CaptionFormat = (typeof CAPTION_FORMATS)[number];
