import { positionLabel, positionOf } from '#core/contract/locator.ts';
import {
  fieldName,
  Marked,
  OwnIcon,
  ownName,
  personalHitLink,
  sourceHitLink,
} from '#ui/features/search/index.ts';
import { TypeIcon } from '#ui/features/sources/index.ts';
import { paletteTexts as texts } from './texts.ts';
import { Group, Row } from './rows.tsx';
import type { PaletteSearch } from './use-palette-search.ts';

const EXCERPT_CHARS = 130;

/** Opens a path of the page when its row is selected. */
type Open = (to: string) => () => void;

export function FoundSources({ sources, open }: { sources: PaletteSearch['named']; open: Open }) {
  if (sources.length === 0) return null;
  return (
    <Group name={texts.sources}>
      {sources.map((it) => (
        <Row
          key={it._id}
          value={`source ${it._id}`}
          icon={<TypeIcon type={it.sourceType} size={17} />}
          onSelect={open(`/library/${it._id}`)}
          {...(it.match && {
            label: fieldName(it.match.field),
            text: (
              <Marked text={it.match.text} ranges={it.match.highlights} length={EXCERPT_CHARS} />
            ),
          })}
        >
          {it.title}
        </Row>
      ))}
    </Group>
  );
}

export function FoundPassages({ hits, open }: { hits: PaletteSearch['hits']; open: Open }) {
  if (hits.length === 0) return null;
  return (
    <Group name={texts.passages}>
      {hits.map((hit, at) => (
        <Row
          key={`${hit.source_id}${at}`}
          value={`hit ${at} ${hit.source_id}`}
          icon={<TypeIcon type={hit.sourceType} size={17} />}
          onSelect={open(sourceHitLink(hit))}
          label={positionLabel(hit.place.medium, positionOf(hit.place))}
          text={<Marked text={hit.text} ranges={hit.highlights} length={EXCERPT_CHARS} />}
        >
          {hit.title}
        </Row>
      ))}
    </Group>
  );
}

/** Results from the reader's own notes and answers. */
export function FoundOwnTexts({ hits, open }: { hits: PaletteSearch['own']; open: Open }) {
  if (hits.length === 0) return null;
  return (
    <Group name={texts.own}>
      {hits.map((hit) => (
        <Row
          key={`${hit.kind}${hit._id}${hit.thread_id}`}
          value={`own ${hit.kind} ${hit._id} ${hit.thread_id}`}
          icon={<OwnIcon kind={hit.kind} size={17} />}
          onSelect={open(personalHitLink(hit))}
          label={ownName(hit.kind)}
          text={<Marked text={hit.text} ranges={hit.highlights} length={EXCERPT_CHARS} />}
        >
          {hit.title}
        </Row>
      ))}
    </Group>
  );
}
