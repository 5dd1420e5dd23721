export { leavesTheApp, personalHitLink, sourceHitLink } from './hit-link.ts';
export { fieldName, OwnIcon, ownName } from './hits.tsx';
export { Marked } from './marked.tsx';
