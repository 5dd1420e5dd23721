export const readOnlyTexts = {
  title: 'You can view this thread but not edit it',
  text: 'Only editors can save clips. Ask the owner to make you an editor.',
  plan: 'You can ask the assistant here. Upgrade your plan to ask more questions per day.',
} as const;
