export { leavesTheApp, personalHitLink, sourceHitLink } from './hit-link.ts';
export { OwnIcon, ownName } from './hits.tsx';
export { Marked } from './marked.tsx';
