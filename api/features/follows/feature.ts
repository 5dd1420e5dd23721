import type { Feature } from '../../http/feature.ts';
import { followRoutes, type FollowRoutePorts } from './routes.ts';

/** Feeds and other listings that are checked for new items. The clock begins due checks. */
export const createFollowsFeature = (ports: FollowRoutePorts): Feature => ({
  name: 'follows',
  routes: followRoutes(ports),
});
