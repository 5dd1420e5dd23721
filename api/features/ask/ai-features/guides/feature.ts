import { z } from 'zod';
import { GUIDES } from '#config/guides.ts';
import { ClipPromptBody, PredefinedBody } from '#core/contract/ask.ts';
import { Fault } from '#core/contract/faults.ts';
import { Guides } from '#core/contract/guides.ts';
import { route, type Route } from '../../../../http/route.ts';
import type { AiFeatureModule } from '../ai-feature.ts';
import {
  answerAboutClip,
  answerFollowUp,
  answerOverAll,
  type CatalogueGuide,
  type GuidePorts,
} from './guide-answers.ts';
import {
  clipGuide,
  creatorGuide,
  followUp,
  predefined,
  researcherGuide,
  studentGuide,
} from './guides.ts';

const OneGuide = z.object({ id: z.coerce.number().int() });
const OVER_ALL = [...GUIDES.bottom, ...GUIDES.smartGuide];
/** These apply to any clip, unless the prompts of its kind use the same id. */
const OVER_CLIP = [...GUIDES.followUps, ...GUIDES.bottom];

function chosen(list: readonly CatalogueGuide[], id: number): CatalogueGuide {
  const guide = list.find((listed) => listed.id === id);
  if (!guide)
    throw new Fault('absent', {
      message: 'Prompt not found. GET ai/v2/guides lists the prompts.',
    });
  return guide;
}

const catalogueRoute = (): Route =>
  route({
    method: 'get',
    path: 'ai/v2/guides',
    summary: 'Predefined prompts, by where they appear',
    response: Guides,
    handle: () => Promise.resolve(GUIDES),
  });

const predefinedRoute = (ports: GuidePorts): Route =>
  route({
    method: 'post',
    path: 'ai/v2/predefined/prompts/:id',
    summary:
      'Runs a predefined prompt on the selected sources, a clip or an answer; streamed and cited',
    params: OneGuide,
    body: PredefinedBody,
    response: 'text/event-stream',
    handle(call) {
      const { body, params } = call;
      const follows = GUIDES.followUps.find((listed) => listed.id === params.id);
      if (follows) return answerFollowUp(ports, call, follows);
      const guide = chosen(OVER_ALL, params.id);
      const { source_id, content } = body;
      return source_id !== undefined && content !== undefined
        ? answerAboutClip(ports, { ...call, body: { ...body, source_id, content } }, guide)
        : answerOverAll(ports, call, guide, predefined);
    },
  });

function clipGuideRoutes(ports: GuidePorts): Route[] {
  const forClips = (path: string, summary: string, list: readonly CatalogueGuide[]): Route =>
    route({
      method: 'post',
      path: `ai/v2/predefined/${path}/:id`,
      summary,
      params: OneGuide,
      body: ClipPromptBody,
      response: 'text/event-stream',
      handle: (call) =>
        answerAboutClip(ports, call, chosen([...list, ...OVER_CLIP], call.params.id)),
    });
  return [
    forClips(
      'child',
      'A predefined prompt about a clip of a video or a page, streamed and cited',
      GUIDES.child,
    ),
    forClips(
      'pdf-child',
      'A predefined prompt about a clip of a PDF, streamed and cited',
      GUIDES.pdfChild,
    ),
  ];
}

function readerGuideRoutes(ports: GuidePorts): Route[] {
  const forReaders = (
    role: 'student' | 'creator' | 'researcher',
    summary: string,
    byKind: typeof predefined,
  ): Route =>
    route({
      method: 'post',
      path: `ai/v2/${role}/:id`,
      summary,
      params: OneGuide,
      body: PredefinedBody,
      response: 'text/event-stream',
      handle: (call) => answerOverAll(ports, call, chosen(GUIDES[role], call.params.id), byKind),
    });
  return [
    forReaders('student', 'A guide for who learns, streamed and cited', studentGuide),
    forReaders('creator', 'A guide for who publishes, streamed and cited', creatorGuide),
    forReaders('researcher', 'A guide for who does research, streamed and cited', researcherGuide),
  ];
}

/** Prompts from menus: predefined ones, those about a clip, and those for a kind of reader. */
export const guides: AiFeatureModule = {
  features: [predefined, followUp, clipGuide, studentGuide, creatorGuide, researcherGuide].map(
    (byKind) => byKind.overview,
  ),
  routes: (ports) => [
    catalogueRoute(),
    predefinedRoute(ports),
    ...clipGuideRoutes(ports),
    ...readerGuideRoutes(ports),
  ],
};
