/** Recognises audio and video by type or name. */
const MEDIA_TYPE = /^(video|audio)\//;
const MEDIA_NAME = /\.(mp4|m4v|webm|ogv|mov|mkv|mp3|m4a|aac|ogg|oga|opus|wav|flac)$/i;
const PLAYLIST_TYPE = /^application\/(vnd\.apple\.mpegurl|x-mpegurl)$/;

export const isMedia = (contentType: string): boolean =>
  MEDIA_TYPE.test(contentType) || PLAYLIST_TYPE.test(contentType);
export const isMediaName = (pathname: string): boolean => MEDIA_NAME.test(pathname);
