import { expect, test } from 'vitest';
import { weaknessOf } from '../../../domain/accounts/password-strength.ts';

const person = { name: 'João da Silva', email: 'joao.silva@example.com' };

test.each([
  ['onze letras', 'pelo menos 12'],
  ['aaaaaaaaaaaaaaaa', 'repetidos'],
  ['abababababab', 'repetidos'],
  ['qwertyuiopas', 'comumente usada'],
  ['zyxwvutsrqponm', 'Sequências'],
  ['1q2w3e4r5t6y', 'comumente usada'],
  ['senha1234567', 'comumente usada'],
  ['flamengo2026', 'Escolha outra senha'],
  ['corinthians1910', 'Escolha outra senha'],
  ['joao.silva2026', 'dado pessoal'],
  ['SilvaSilva26', 'Escolha outra senha'],
  ['x'.repeat(100) + 'abcde'.repeat(30), 'até 200'],
  ['x'.repeat(100) + 'abcde'.repeat(20), 'repetidos'],
])('%s is refused in words', (said, words) => {
  expect(weaknessOf(said, person)).toContain(words);
});

test.each(['cavalo bateria grampo', 'Tr0ub4dor&3xyz', '大きな赤い家の中の青い猫です', 'padaria do joão na esquina'])(
  '%s will do',
  (said) => {
    expect(weaknessOf(said, person)).toBeNull();
  },
);
