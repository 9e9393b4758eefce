import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as portuguese, translations } from '@zxcvbn-ts/language-pt-br';

/** Length of a password in characters (NIST SP 800-63B asks for 8 at least where it is one factor of two; here it may be the only one). */
export const passwordLength = { least: 12, most: 200 };

/** Only so many characters are measured: 200 took 1.6 s, 64 a tenth of that, and further characters never make a password weaker. */
const measuredLetters = 64;

/** Least score (of 4), which means 10⁸ guesses; at the cost of one guess of `hashPassword` they take years. */
const leastScore = 3;

const guesser = new ZxcvbnFactory({
  graphs: adjacencyGraphs,
  dictionary: { ...common, ...portuguese },
  translations,
});

/**
 * Why a password is too weak, in Portuguese; null where it is strong enough. It is measured by the guesses that it takes somebody who knows the most
 * leaked passwords, Brazilian names, words and keyboards, and the person's name and e-mail (NIST SP 800-63B, 5.1.1.2); there are no rules of
 * composition.
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
