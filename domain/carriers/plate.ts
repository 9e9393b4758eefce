/** Old plates (also those of two or four letters that the layout still knows) and Mercosul ones. */
const forms = /^([A-Z]{2,3}[0-9]{4}|[A-Z]{3,4}[0-9]{3}|[A-Z]{3}[0-9][A-Z][0-9]{2})$/;

/** How a plate has to look, in Portuguese, for whoever wrote another. */
export const plateForm = 'A placa tem o formato ABC1234 ou ABC1D23, com ou sem hífen.';

/** A plate as the layout has it: without spaces, dots and dashes, upper case (`abc-1d23` is `ABC1D23`). */
export function plainPlate(plate: string): string {
  return plate.replace(/[\s.\p{Pd}]/gu, '').replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

/** Whether a plate without its punctuation has a form that vehicles carry (TVeiculo, X19). */
export function isPlate(plain: string): boolean {
  return forms.test(plain);
}
