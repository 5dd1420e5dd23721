/** What the publish form and the list of posts say. */
import { counted, numberText } from './format.ts';

const posts = { one: '# post', other: '# posts' };

export const postTexts = {
  page: 'Posts · Gloss', title: 'Posts', list: 'Posts', retry: 'Retry', failed: 'Your posts could not be read', more: 'Show more', join: ' · ',
  count: (count: number) => counted(count, posts),
  filter: 'Posts by status', filters: { all: 'All', draft: 'Drafts', published: 'Published', archived: 'Archived', deleted: 'Deleted' },
  emptyTitle: 'Nothing published yet', emptyText: 'A post begins in a thread: open one with a video, choose Blog ideas, and let the assistant write a first draft into your notes. Or put an empty blog post there with / and publish that.',
  emptyAction: 'To your threads', noneTitle: 'No post here', noneText: 'None of your posts has this status.',
  status: { 0: 'Draft', 1: 'Draft', 2: 'Published', 3: 'Archived', 4: 'Deleted' } as Record<number, string>,
  publishes: (at: string) => `Publishes ${at}`, scheduled: 'Scheduled', published: (day: string) => `published ${day}`, edited: (day: string) => `edited ${day}`,
  edit: (title: string) => `Edit ${title}`, view: 'View', preview: 'Preview', options: (title: string) => `Options for ${title}`,
  publish: 'Publish', unpublish: 'Unpublish', archive: 'Archive', restore: 'Restore as a draft', delete: 'Delete', notes: 'Open in its notes', export: 'Export as Markdown',
  saved: 'Post updated successfully', deleted: 'deleted successfully', undo: 'Undo', notHidden: 'Not for search engines',
} as const;

export const publishTexts = {
  title: 'Publish post', page: (title: string) => `${title} · Posts · Gloss`, close: 'Close', back: 'All posts', loading: 'The post is being loaded', absentTitle: 'There is no such post', absentText: 'It may have been deleted for good, or it belongs to somebody else.', failed: 'The post could not be opened', retry: 'Retry',
  state: { saved: 'Everything is saved', saving: 'Saving…', kept: 'Changes kept here until you publish', unsaved: 'Not saved yet', wrong: 'Some fields need your attention' }, notSaved: (why: string) => `Not saved: ${why}`,
  restored: 'What you had not saved last time is back.', discard: 'Discard changes', newText: 'The text in your notes has changed. Saving brings the change to readers.', textIn: 'The text is written in its notes.', toNotes: 'Open the notes',
  publish: 'Publish', publishChanges: 'Publish changes', save: 'Save', schedule: 'Schedule', unpublish: 'Unpublish', view: 'View the post', preview: 'Preview', done: 'Post updated successfully', copyLink: 'Copy link', copied: 'copied', copyFailed: 'The browser did not allow copying. The link is in the address bar of the post.',
  live: 'This post is published', liveText: 'Anybody can read it at this address.',
  parts: { story: 'The post', who: 'Who finds it', look: 'Look', search: 'Search and sharing', when: 'Status' },
  name: 'Title', namePlaceholder: 'What the post is called', gist: 'Gist', gistHint: 'Two or three sentences that say it all. They stand below the title and in lists.', gistPlaceholder: 'What does a reader take away?',
  firstTag: 'First tag', firstTagNone: 'Choose a tag', firstTagFind: 'Find a tag', firstTagNothing: 'No tag is called that.', firstTagFailed: 'The tags could not be read', firstTagClear: 'No first tag',
  aiTags: 'AI tags', aiTagsHint: 'Offered by the assistant. Take away what does not fit, add what is missing.', aiTagAdd: 'Add a tag', aiTagPlaceholder: 'Type and press Enter', aiTagRemove: (tag: string) => `Remove ${tag}`, aiTagsNone: 'No tags yet',
  level: 'Learning level', levels: { Beginner: 'Beginner', Intermediate: 'Intermediate', Advanced: 'Advanced' },
  indexable: 'Let search engines find it', indexableHint: 'Off: it is read by those who have the link, and is in no list, feed or sitemap.',
  status: 'Status', statuses: { 1: 'Draft', 2: 'Published', 3: 'Archived', 4: 'Deleted' } as Record<number, string>,
  statusHints: { 1: 'Only you can see it.', 2: 'Anybody can read it at its address.', 3: 'Only you can see it. It is kept for later.', 4: 'Only you can see it. It leaves your lists, and can be restored.' } as Record<number, string>,
  at: 'Publish at', atHint: (zone: string) => `In your time, ${zone}. Empty: at once.`, atClear: 'Publish at once', atPast: 'This moment has passed.', atWrong: 'This is no time.', waits: (moment: string) => `It publishes itself ${moment}.`,
  theme: 'Theme colours', primary: 'Primary', secondary: 'Secondary', tertiary: 'Tertiary', primaryHint: 'words and links', secondaryHint: 'paper', tertiaryHint: 'lines, small print', colorOf: (name: string) => `${name} colour`, hexOf: (name: string) => `${name} colour as code`, mode: 'Light or dark', modes: { light: 'Light', dark: 'Dark', auto: 'As the reader’s system' },
  presets: 'Ready-made themes', presetNames: { ink: 'Ink', forest: 'Forest', sea: 'Sea', plum: 'Plum', clay: 'Clay', night: 'Night' },
  contrastLow: (what: string, ratio: number, least: number) => `${what}: the contrast with the paper is ${numberText(Math.floor(ratio * 10) / 10)}, and ${numberText(least)} is needed to read well. The page moves the colour until it is reached.`, contrastWords: 'Words', contrastSmall: 'Small print', contrastGood: (ratio: number) => `Words reach a contrast of ${numberText(Math.floor(ratio * 10) / 10)}.`,
  metaTitle: 'Metadata title', metaDescription: 'Metadata description', metaTitleHint: 'For search engines and links. Empty: the title.', metaDescriptionHint: 'Empty: the gist.',
  length: (used: number, ideal: number) => `${numberText(used)} of ${numberText(ideal)}`, tooLong: (ideal: number) => `Search engines cut it after about ${numberText(ideal)} characters.`, tooShort: (ideal: number) => `A little more would help: about ${numberText(ideal)} characters are shown.`, fits: 'A good length.',
  previews: 'How it will look', previewPage: 'The page', previewSearch: 'In a search', previewSocial: 'When its link is shared', previewLead: 'The gist stands here.', previewUntitled: 'Untitled', previewBy: 'Gloss', noDescription: 'Without a gist or a description, the beginning of the text is shown.',
  cover: 'Cover image', coverNone: 'No cover yet', coverAlt: 'The cover as it is', coverUpload: 'Upload image', coverVideo: 'From the video', coverRemove: 'Remove the cover', coverReplace: 'Replace the cover', coverDone: 'Image uploaded successfully', coverRemoved: 'The cover was removed.', coverProgress: (share: number) => `Uploading, ${numberText(Math.round(share * 100))} %`, coverNow: 'A cover is changed at once, also on a published page.', coverKinds: 'A JPEG, PNG, WebP or GIF image of up to 20 MB', coverTooBig: 'This image is larger than 20 MB.', coverNotImage: 'This is no image that can be shown.',
  crop: 'Crop the cover', cropShape: 'Shape', cropShapes: { wide: 'Wide', social: 'Social', square: 'Square', free: 'Free' }, cropUse: 'Use this part', cropImage: 'The image to crop', cancel: 'Cancel',
  pick: 'Choose from the video', pickText: 'Pictures of the sources of this thread.', pickNone: 'The sources of this thread have no pictures.', pickOf: (title: string, n: number) => `Picture ${n} of ${title}`, pickFailed: 'The sources could not be read',
  frame: 'A frame at a moment', frameAt: 'Moment', frameAtHint: 'As 1:23, or 1:02:03', frameWrong: 'Write the moment as 1:23.', frameUse: 'Use this frame', frameOf: (title: string) => `Frames of ${title}`, frameByServer: 'Your browser can’t read frames of this video. The server can take one.', frameTaking: 'The frame is being taken…', frameShow: 'Show the frame', frameShown: (at: string) => `The frame at ${at}`, frameSmall: (at: string) => `The film could not be read. This is the small picture that its site shows at ${at}.`,
  problems: { title: 'A post needs a title.', titleLong: (most: number) => `At most ${numberText(most)} characters.`, tooLong: (most: number) => `At most ${numberText(most)} characters.`, color: 'A colour is # and six of 0-9 and a-f.', tags: (most: number) => `At most ${numberText(most)} tags.`, tag: (most: number) => `A tag has at most ${numberText(most)} characters.` },
} as const;
