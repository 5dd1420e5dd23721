import type { User } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import { MODELS_OF_FEATURES } from '#config/plans.ts';
import type { TextFeature, ValueFeature } from '../../answer/contract.ts';
import { authorise, can } from '../../policy/index.ts';
import type { Allowance } from '../accounts/index.ts';
import type { AnswerRequest } from './answer-request.ts';

/**
 * Checks that a person may use the assistant for this. Faults: `unverified`, `not_allowed` if they
 * may not use the model or the block.
 */
export function assertAdmitted(
  allowance: Pick<Allowance, 'planOf'>,
  user: User,
  {
    model,
    feature,
    thread,
    threadNodeId,
  }: Pick<
    AnswerRequest<TextFeature | ValueFeature<unknown>>,
    'model' | 'feature' | 'thread' | 'threadNodeId'
  >,
): void {
  const actor = { id: user._id, verified: user.is_verified_user };
  authorise(actor, { action: 'assistant' });
  if (
    !allowance.planOf(user).models.includes(model) &&
    MODELS_OF_FEATURES[feature.name]?.includes(model) !== true
  ) {
    throw new Fault('not_allowed', {
      message: "Your plan doesn't include this model. Choose another.",
    });
  }
  if (
    threadNodeId !== undefined &&
    (thread.id === null || !can(actor, { action: 'thread.write', object: thread }))
  )
    throw new Fault('not_allowed', {
      message: 'Only the owner and editors can add AI content to these notes.',
    });
}
