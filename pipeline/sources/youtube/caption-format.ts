/** Supported formats, ordered by how precisely they time words. */
export const CAPTION_FORMATS = ['json3', 'srv3', 'vtt', 'srt'] as const;
export type CaptionFormat = (typeof CAPTION_FORMATS)[number];
