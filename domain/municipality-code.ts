import { stateCode } from './states.ts';

/** Codes that IBGE gave out with a wrong check digit and keeps (MOC 7.0, annex of municipality codes). */
const exceptions = new Set([
  '2201919',
  '2201988',
  '2202251',
  '2611533',
  '3117836',
  '3152131',
  '4305871',
  '5203939',
  '5203962',
]);

/** Whether the text is an IBGE municipality code: seven digits that begin with a state's code and end in the check digit (modulus 10). */
export function isMunicipalityCode(text: string): boolean {
  return (
    /^(1[1-7]|2[1-9]|3[1235]|4[1-3]|5[0-3])[0-9]{5}$/.test(text) &&
    (exceptions.has(text) || Number(text[6]) === checkDigit(text.slice(0, 6)))
  );
}

/** Whether the municipality lies in the state, by the two digits with which its code begins. */
export function isInState(municipalityCode: string, state: string): boolean {
  return municipalityCode.startsWith(stateCode(state));
}

function checkDigit(digits: string): number {
  const sum = [...digits].reduce((total, digit, at) => {
    const product = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return (10 - (sum % 10)) % 10;
}
