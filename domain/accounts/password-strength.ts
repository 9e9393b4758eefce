import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as portuguese, translations } from '@zxcvbn-ts/language-pt-br';

/** How long a password is (NIST SP 800-63B asks for 8 at least where it is one factor of two; here it may be the only one). */
export const passwordLength = { least: 12, most: 200 };

/** Beyond these letters nothing more is guessed: to measure 200 took 1.6 s, of 64 a tenth of it, and more letters are never weaker. */
const measuredLetters = 64;

/** From 10⁸ guesses on (score 3 of 4), which the cost of one guess makes years. */
const leastScore = 3;

const guesser = new ZxcvbnFactory({
  graphs: adjacencyGraphs,
  dictionary: { ...common, ...portuguese },
  translations,
});

/**
 * Why nobody should choose a password, in Portuguese; null where it will do. Measured by how many guesses it takes somebody who knows the passwords that
 * leaked most, Brazilian names, words and keyboards, and the person's name and e-mail (NIST SP 800-63B, 5.1.1.2): no rules of composition.
 */
export function weaknessOf(password: string, person: { name: string; email: string }): string | null {
  const letters = [...password.normalize('NFKC')];
  if (letters.length < passwordLength.least) {
    return `A senha deve ter pelo menos ${passwordLength.least} caracteres; uma frase curta serve.`;
  }
  if (letters.length > passwordLength.most) return `A senha pode ter até ${passwordLength.most} caracteres.`;
  const [account = ''] = person.email.split('@');
  const known = [person.email, account, ...account.split(/[._+-]/), ...person.name.split(/\s+/), 'lavra'];
  const measured = letters.slice(0, measuredLetters).join('');
  const { score, feedback } = guesser.check(
    measured,
    known.filter((word) => word.length > 2),
  );
  if (score >= leastScore) return null;
  const why = feedback.warning ?? 'Ela é fácil de adivinhar.';
  return `Escolha outra senha. ${why} Uma frase curta de palavras sem relação serve.`;
}
