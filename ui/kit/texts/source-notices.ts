export const noticeTexts = {
  noTranscript: 'No transcript available, AI features unavailable',
  pageFailed: "Couldn't load the website",
  pageProcessing: 'Webpage is processing...',
  processing: 'Processing source...',
  unreadable: (type: string) => `Unable to read ${type}, AI features unavailable`,
  timedOut: 'Processing timed out - try re-adding source',
  noTranscriptLong:
    'This video doesn’t provide a transcript, so Gloss AI can’t generate highlights or notes automatically.',
} as const;
