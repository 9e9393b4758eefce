/**
 * Check digit by modulus 11: weights from 2 to `heaviest`, cycling from the right, over each character's ASCII code minus 48, so that
 * digits count as themselves and A to Z as 17 to 42 (NT Conjunta 2025.001); a remainder of 0 or 1 gives 0.
 */
export function modulus11(characters: string, heaviest = 9): number {
  let sum = 0;
  for (let place = 0; place < characters.length; place++) {
    const value = characters.charCodeAt(characters.length - 1 - place) - 48;
    sum += value * (2 + (place % (heaviest - 1)));
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
