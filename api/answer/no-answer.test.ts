import { expect, it } from 'vitest';
import { isUnanswered } from './no-answer.ts';

it.each([
  'The passages do not mention who won.',
  'The sources don’t answer this question.',
  'There is no information about it in the provided sources.',
  'I cannot find that in your sources.',
  'Nothing in the passages says so.',
  'I don’t know.',
  'Die Quellen enthalten keine Angaben dazu.',
  'Dazu steht nichts in den Passagen.',
  'Les sources ne mentionnent pas ce point.',
  'Aucun extrait ne parle de cela.',
  'Las fuentes no lo mencionan.',
  'As fontes não mencionam isso.',
  'Le fonti non ne parlano.',
  'В источниках об этом ничего не сказано.',
  '这些来源没有提到这一点。',
  'ソースには記載がありません。この情報はありません。',
])('detects that %j says there is no answer', (text) => {
  expect(isUnanswered(text)).toBe(true);
});

it.each([
  'Bees dance to tell where flowers are.',
  'Hello!',
  'The source of the Nile is Lake Victoria.',
  'No, the queen does it.',
  'Die Quelle des Flusses liegt hoch.',
  '蜜蜂用舞蹈告诉同伴花的位置。',
  `${'Bees dance. '.repeat(120)} The sources do not say why.`,
])('does not take %j for a refusal', (text) => {
  expect(isUnanswered(text)).toBe(false);
});
