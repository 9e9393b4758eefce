import { modulus11 } from './modulus-11.ts';

/**
 * Why a text is no registration at SUFRAMA, in Portuguese; null where it is one. The check digit of a registration of 8 digits is not published: the
 * authority checks it.
 *
 * @param rejection the code with which the authority would refuse the check digit
 */
export function isufFault(isuf: string, rejection: '235' | '1186'): string | null {
  if (!/^\d{8,9}$/.test(isuf)) return 'A inscrição SUFRAMA tem 8 ou 9 dígitos.';
  if (isuf.length === 8 || modulus11(isuf.slice(0, 8)) === Number(isuf[8])) return null;
  return `${isuf} não é uma inscrição SUFRAMA: o último dígito não confere (rejeição ${rejection}).`;
}
