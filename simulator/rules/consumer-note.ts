import { child, textOf } from '../xml/element.ts';
import { amount } from './amount.ts';
import type { Note } from './note.ts';
import { taxIdOf } from './note.ts';
import type { Rule } from './rule.ts';
import { isNfce, noteRule, onlyIf } from './rule.ts';

/** Highest total of a sale to a consumer, and to an anonymous one (default of the manual, in BRL). */
const highestTotal = 200_000;
const highestAnonymousTotal = 10_000;
const delivered = '4';
const outside = '5';
const noFreight = '9';

/** Groups B and C of a consumer note: fields that it must not have, and the place of the sale. */
export const consumerIdentificationRules: readonly Rule[] = onlyIf(isNfce, [
  noteRule(1153, 'B10a-10', ({ ide }) => child(ide, 'dPrevEntrega') !== undefined),
  noteRule(1000, 'B25b-60', ({ ide }) => child(ide, 'cMunFGIBS') !== undefined && textOf(ide, 'indPres') !== outside),
  noteRule(1005, 'B25b-70', ({ ide }) => child(ide, 'cMunFGIBS') === undefined && textOf(ide, 'indPres') === outside),
  noteRule(1006, 'B31-10', ({ ide }) => child(ide, 'gCompraGov') !== undefined),
  noteRule(1146, '11BB01-10', ({ ide }) => child(ide, 'gPagAntecipado') !== undefined),
  noteRule(718, 'C18-10', ({ emit }) => child(emit, 'IEST') !== undefined),
]);

/** Groups W to ZC of a consumer note: its total, and that it has no transport, billing or order. */
export const consumerClosingRules: readonly Rule[] = onlyIf(isNfce, [
  noteRule(780, 'W16-30', ({ icmsTotal }) => amount(icmsTotal, 'vNF').gt(highestTotal)),
  noteRule(750, 'W16-40', (note) => amount(note.icmsTotal, 'vNF').gt(highestAnonymousTotal) && isAnonymous(note)),
  noteRule(753, 'X02-10', (note) => !isDelivered(note) && textOf(transport(note), 'modFrete') !== noFreight),
  noteRule(754, 'X03-10', (note) => !isDelivered(note) && child(transport(note), 'transporta') !== undefined),
  ...(
    [
      [755, 'X11-10', 'retTransp'],
      [756, 'X18-10', 'veicTransp'],
      [757, 'X22-10', 'reboque'],
      [758, 'X25a-10', 'vagao'],
      [759, 'X25b-10', 'balsa'],
    ] as const
  ).map(([cStat, id, group]) => noteRule(cStat, id, (note) => child(transport(note), group) !== undefined)),
  noteRule(762, 'ZB01-10', ({ infNFe }) => child(infNFe, 'compra') !== undefined),
  noteRule(763, 'ZC01-10', ({ infNFe }) => child(infNFe, 'cana') !== undefined),
]);

function isAnonymous({ dest }: Note): boolean {
  return taxIdOf(dest) === '' && (textOf(dest, 'idEstrangeiro') ?? '') === '';
}

function isDelivered({ ide }: Note): boolean {
  return textOf(ide, 'indPres') === delivered;
}

function transport({ infNFe }: Note): ReturnType<typeof child> {
  return child(infNFe, 'transp');
}
