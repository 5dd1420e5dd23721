import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react';
import { type ComponentType, Suspense } from 'react';
import { blockOf } from '#core/editor/blocks/registry.ts';

/**
 * Keeps the other views mounted while one is loading; otherwise the whole editor would be unmounted
 * and mounted again.
 */
export const withSuspense = (
  View: ComponentType<ReactNodeViewProps>,
): ComponentType<ReactNodeViewProps> =>
  function Guarded(view) {
    const { type, isInline, attrs } = view.node;
    return (
      <Suspense
        fallback={
          <NodeViewWrapper
            as={isInline ? 'span' : 'figure'}
            className={isInline ? '' : 'note-block'}
          >
            {blockOf(type.name)?.text(attrs)}
          </NodeViewWrapper>
        }
      >
        <View {...view} />
      </Suspense>
    );
  };
